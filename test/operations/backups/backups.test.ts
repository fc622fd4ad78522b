import { toStaffKeyId } from '#domain/ids.ts'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity } from 'age-encryption'
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBookFaults } from '#db/backups/books.ts'
import { isUnused } from '#db/backups/copy-database.ts'
import { MIGRATIONS } from '#db/migrations/migrate.ts'
import { listInvitations } from '#db/staff/staff-invitations.ts'
import { recordSettingPictures } from '#db/settings/settings.ts'
import { openDatabase, type DatabaseLocation, type ShopDatabase } from '#db/engine/open-database.ts'
import type { Product } from '#domain/catalog/product.ts'
import { listBackups } from '#operations/backups/list-backups.ts'
import { pictureRestoration } from '#operations/backups/picture-restoration.ts'
import { UNSEALED, type BackupStore } from '#providers/backups/backup-store.ts'
import { recipientOf } from '#providers/backups/age-seal.ts'
import { chooseSeal } from '#providers/backups/choose-seal.ts'
import { openBackupStore } from '#providers/backups/open-backup-store.ts'
import { RestoringImages } from '#providers/backups/restoring-images.ts'
import { FILM } from '#providers/images/films/film-store.contract.ts'
import { granted, streamOf } from '#providers/images/image-store.contract.ts'
import type { MovableStore } from '#providers/images/movable-store.ts'
import { startS3Server } from '#test/fakes/s3-server.ts'
import { openBackupDesk, diskImages, type BackupDesk } from '#test/support/backup-desk.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 86_400_000

describeOnEachDatabase('a backup', (open, { location, testOnPostgres }) => {
  let shop: TestShop
  let desk: BackupDesk
  let product: Product
  let opened: ShopDatabase[]

  beforeEach(async () => {
    shop = await openTestShop(open())
    desk = openBackupDesk(location, () => shop.now())
    opened = []
    const key = await addPicture('the hoodie')
    product = await shop.catalog.add(
      hoodie({
        stock: 500,
        pictures: [{ key, alt: 'A hoodie', width: 800, height: 1_000, placeholder: '' }],
      }),
    )
  })
  afterEach(async () => {
    for (const database of opened) await database.close()
    await desk.close()
  })

  async function addPicture(text: string): Promise<string> {
    const key = createHash('sha256').update(text).digest('hex').slice(0, 24)
    const master = { type: 'jpg', width: 800, height: 1_000, content: new Blob([text]) } as const
    await desk.images.put(key, { master, widths: [] })
    return key
  }

  async function buy(): Promise<void> {
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
  }

  async function restored(): Promise<ShopDatabase> {
    const to = await desk.emptyPlace()
    await desk.restore(to)
    const database = await openDatabase(to)
    opened.push(database)
    return database
  }

  const count = async ({ db }: ShopDatabase) =>
    Number((await sql<{ n: number }>`select count(*) as n from orders`.execute(db)).rows[0]?.n)

  test('taken while shoppers buy is restored with books that balance, and with every picture that it names', async () => {
    for (let bought = 0; bought < 5; bought += 1) await buy()
    const over = new AbortController()
    const buying = (async () => {
      while (!over.signal.aborted) await buy()
    })()
    const { manifest } = await desk.backUp()
    over.abort()
    await buying
    const database = await restored()
    expect(await findBookFaults(database.db)).toEqual([])
    expect(await count(database)).toBeGreaterThanOrEqual(5)
    expect(await count(database)).toBeLessThanOrEqual(await count(open()))
    expect(manifest.pictures).toEqual([expect.stringMatching(/^[0-9a-f]{24}-800x1000\.jpg$/)])

    const pictures = diskImages(join(desk.folder, 'other-pictures'))
    const awaited = await pictureRestoration({ manifest, store: desk.store, seal: UNSEALED, pictures })
    const images = new RestoringImages(pictures, awaited)
    const [key = ''] = manifest.pictures.map((file) => file.slice(0, 24))
    expect(await images.missing([key])).toEqual([])
    expect(await pictures.missing([key])).toEqual([key])
    expect(await awaited.restoreAll(() => {})).toEqual([])
    expect(await pictures.missing([key])).toEqual([])
    await pictures.close()
  })

  test('is restored without its sessions and one-time links, some of which have ended since', async () => {
    const { db } = open()
    await shop.identity.addMember(ADA)
    const { id } = await db.selectFrom('staff_members').select('id').executeTakeFirstOrThrow()
    const at = new Date(shop.now()).toISOString()
    const ends = new Date(shop.now() + DAY_MS).toISOString()
    const row = { created_at: at, updated_at: at, expires_at: ends }
    await db
      .insertInto('staff_sessions')
      .values({ id: 's', member_id: id, token: 'kept', address: null, user_agent: null, ...row })
      .execute()
    await db
      .insertInto('staff_verifications')
      .values({ id: 'v', identifier: 'reset', value: id, ...row })
      .execute()
    await db
      .insertInto('staff_devices')
      .values({ token_hash: 'd', member_id: id, tries: 0, signed_in_at: shop.now() })
      .execute()
    await db
      .insertInto('staff_keys')
      .values({
        id: toStaffKeyId('k'),
        member_id: id,
        name: 'Till',
        key_hash: 'k',
        ending: 'k',
        permissions: '[]',
        created_at: shop.now(),
        expires_at: shop.now() + DAY_MS,
        last_used_at: null,
      })
      .execute()
    const by = { id, address: '', userAgent: '' }
    await shop.identity.invitations.invite({ email: 'bo@shop.example', role: 'packer' }, by)
    await desk.backUp()
    shop.pass(DAY_MS)
    const { db: again } = await restored()
    for (const table of ['staff_sessions', 'staff_keys', 'staff_verifications', 'staff_devices'] as const) {
      expect(await again.selectFrom(table).selectAll().execute(), table).toEqual([])
      expect(await db.selectFrom(table).selectAll().execute(), table).toHaveLength(1)
    }
    expect(await again.selectFrom('staff_members').select('email').execute()).toEqual([{ email: ADA.email }])
    // It may have been withdrawn since: an owner sends it again, and its waiting email brings no link.
    const [invitation] = await listInvitations(again)
    expect(invitation).toMatchObject({ email: 'bo@shop.example', expiresAt: shop.now() })
    const [entry] = await again
      .selectFrom('audit_events')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(entry).toMatchObject({ action: 'backup-restored', at: shop.now(), actor_name: '' })
  })

  test('has the films and pictures of every version of the settings, and restores them', async () => {
    const film = await desk.images.films?.store(streamOf(FILM), granted)
    if (film === undefined || 'kind' in film) throw new Error('The film was refused')
    const { key } = film
    await recordSettingPictures(open().db, 'home-page', [key])
    const { manifest } = await desk.backUp()
    expect(manifest.pictures).toContainEqual(`${key}-1280x720.mp4`)
    expect((await desk.backUp()).pictures).toMatchObject({ added: 0, missing: [] })

    const pictures = diskImages(join(desk.folder, 'other-pictures'))
    const from = { manifest, store: desk.store, seal: UNSEALED }
    const awaited = await pictureRestoration({ ...from, pictures })
    const images = new RestoringImages(pictures, awaited)
    expect((await images.films?.find(key, 'mp4'))?.bytes).toBe(FILM.length)
    expect(await pictures.missing([key])).toEqual([])
    await pictures.remove(key)
    const withoutFilms: MovableStore = {
      keepsWidths: false,
      keepsFilms: false,
      list: async () => ({ keys: [], next: '' }),
      missing: async (keys) => [...keys],
      take: async () => null,
      takeMaster: async () => null,
      put: async () => {},
      close: async () => {},
    }
    const left = await (await pictureRestoration({ ...from, pictures: withoutFilms })).restoreAll(() => {})
    expect(left).toEqual([
      `The video ${key}-1280x720.mp4 was left out: where the shop stores its images, it cannot store videos.`,
    ])
    await pictures.close()
  })

  test('copies only new pictures after the first one, and all of it is private', async () => {
    expect((await desk.backUp()).pictures).toMatchObject({ added: 1, missing: [] })
    const key = await addPicture('its back')
    await sql`update pictures set key = ${key}`.execute(open().db)
    expect((await desk.backUp()).pictures).toMatchObject({ added: 1 })
    expect((await desk.backUp()).pictures).toMatchObject({ added: 0 })
    expect((await listBackups(desk.store)).names).toHaveLength(3)
    if (process.platform !== 'win32') {
      const open = readdirSync(desk.store.address, { recursive: true })
        .map((name) => join(desk.store.address, String(name)))
        .filter((path) => statSync(path).isDirectory() && (statSync(path).mode & 0o077) !== 0)
      expect(open).toEqual([])
    }
  })

  test('is deleted when it is old, with the pictures that only old ones name', async () => {
    await desk.backUp()
    const key = await addPicture('its back')
    await sql`update pictures set key = ${key}`.execute(open().db)
    for (let day = 0; day < 9; day += 1) {
      shop.pass(DAY_MS)
      await desk.backUp()
    }
    const { names } = await listBackups(desk.store)
    expect(names).not.toContain('2026-11-21T12-00-00Z')
    const pictures = await desk.store.list('pictures/')
    expect(pictures.filter((name) => name.includes(key))).toHaveLength(1)
    expect(pictures).toHaveLength(1)
  })

  test('names a picture that the shop itself lost, and is still made', async () => {
    await sql`update pictures set key = ${'0'.repeat(24)}`.execute(open().db)
    expect((await desk.backUp()).manifest.missingPictures).toEqual(['0'.repeat(24)])
  })

  test('is refused for a flipped byte, with a sentence that names the file', async () => {
    await buy()
    const { manifest } = await desk.backUp()
    const files = (await desk.store.list('backups/')).sort()
    expect(files).toHaveLength(3)
    for (const name of files) {
      const file = join(desk.store.address, name)
      const bytes = readFileSync(file)
      const flipped = Buffer.from(bytes)
      const middle = Math.floor(bytes.length / 2)
      flipped[middle] = (flipped[middle] ?? 0) ^ 1
      writeFileSync(file, flipped)
      const place = await desk.emptyPlace()
      await expect(desk.restore(place)).rejects.toThrow(
        `the bytes of ${name} in ${desk.store.address} have changed`,
      )
      writeFileSync(file, bytes)
      await desk.restore(place)
    }
    const [picture = ''] = await desk.store.list('pictures/')
    writeFileSync(join(desk.store.address, picture), 'something else')
    const pictures = diskImages(join(desk.folder, 'other-pictures'))
    const awaited = await pictureRestoration({ manifest, store: desk.store, seal: UNSEALED, pictures })
    expect(await awaited.restoreAll(() => {})).toEqual([
      `The image ${picture} in ${desk.store.address} is damaged.`,
    ])
    await pictures.close()
  })

  test('is not half made on a full disk, and the earlier one stays whole', async () => {
    await desk.backUp()
    let written = 0
    const store: BackupStore = Object.assign(Object.create(desk.store) as BackupStore, {
      list: (prefix: string) => desk.store.list(prefix),
      read: (name: string) => desk.store.read(name),
      delete: (name: string) => desk.store.delete(name),
      removeUnfinished: () => desk.store.removeUnfinished(),
      write: async (name: string, bytes: Uint8Array) => {
        written += 1
        if (written > 1) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        await desk.store.write(name, bytes)
      },
    })
    shop.pass(DAY_MS)
    await addPicture('never stored')
    await expect(desk.backUp({ store })).rejects.toThrow('ENOSPC')
    expect(await listBackups(desk.store)).toEqual({ names: ['2026-11-21T12-00-00Z'], leftovers: [] })
    await desk.restore(await desk.emptyPlace())
  })

  test('whose process was killed never counts as one, and is deleted by the next', async () => {
    await desk.backUp()
    const killed = join(desk.store.address, 'backups/2027-01-01T00-00-00Z')
    mkdirSync(killed)
    writeFileSync(join(killed, 'database.zst.0001'), 'half')
    writeFileSync(join(killed, 'manifest.json.0a1b2c.part'), '{')
    await desk.restore(await desk.emptyPlace())
    expect((await listBackups(desk.store)).names).toEqual(['2026-11-21T12-00-00Z'])
    await desk.backUp()
    expect(readdirSync(join(desk.store.address, 'backups')).sort()).toEqual([
      '2026-11-21T12-00-00Z',
      '2026-11-21T12-00-01Z',
    ])
  })

  test('of an older version of the shop is migrated when it is restored', async () => {
    const old = await desk.emptyPlace()
    await makeOldShop(old)
    const { manifest } = await desk.backUp({ location: old })
    expect(manifest.schema).toBe('082-refunded-pickups')
    const database = await restored()
    expect((await sql`select 1 from unit_shares`.execute(database.db)).rows).toEqual([])
    expect(await findBookFaults(database.db)).toEqual([])
  })

  test('from before 0.2.0 is refused with what to do, and leaves no database behind', async () => {
    const old = await desk.emptyPlace()
    await makeOldShop(old)
    const { db, close } = await openDatabase(old)
    await sql`update kysely_migration set name = '036-backups'`.execute(db)
    await close()
    await desk.backUp({ location: old })
    const place = await desk.emptyPlace()
    await expect(desk.restore(place)).rejects.toThrow(
      'its tables are from before 0.2.0 (036-backups). Start the shop once with 0.2.0, or restore this backup with it;',
    )
    expect(await isUnused(place)).toBe(true)
  })

  test('is not restored over a shop, unless that shop is moved aside', async () => {
    await desk.backUp()
    await buy()
    const place = await desk.emptyPlace()
    await desk.restore(place)
    await expect(desk.restore(place)).rejects.toThrow('There is already a shop database.')
    expect(await desk.restore(place, { replace: true })).toContain('replaced-2026-11-21T12-00-00Z')
    const database = await openDatabase(place)
    opened.push(database)
    expect(await count(database)).toBe(0)
    await expect(desk.restore(place, { replace: true })).rejects.toThrow(/: stop (the shop|it) first\./)
  })

  test('in a bucket can be restored like one in a folder', async () => {
    const server = await startS3Server()
    const access = { ...server.key, addressOf: (bucket: string) => `${server.url}/${bucket}` }
    const store = openBackupStore(`s3://${server.bucket}/shop`, access)
    await buy()
    await desk.backUp({ store })
    const to = await desk.emptyPlace()
    await desk.restore(to, { store })
    const database = await openDatabase(to)
    opened.push(database)
    expect(await count(database)).toBe(1)
    expect([...server.objects.keys()].every((name) => name.startsWith('shop/'))).toBe(true)
    await server.close()
  })

  test('that is encrypted can only be restored with its key', async () => {
    const key = join(desk.folder, 'key.txt')
    writeFileSync(key, await generateIdentity())
    const recipient = await recipientOf(key)
    await buy()
    const { manifest } = await desk.backUp({ seal: await chooseSeal(recipient, null) })
    expect(
      (await desk.store.list('')).filter((name) => !/\.age(\.\d+)?$|manifest\.json$/.test(name)),
    ).toEqual([])
    const to = await desk.emptyPlace()
    await expect(desk.restore(to, { seal: await chooseSeal(recipient, null) })).rejects.toThrow(
      `It is encrypted for ${recipient}: name the file of that key with --key FILE.`,
    )
    const seal = await chooseSeal(recipient, key)
    await desk.restore(to, { seal })
    const pictures = diskImages(join(desk.folder, 'other-pictures'))
    const awaited = await pictureRestoration({ manifest, store: desk.store, seal, pictures })
    expect(await awaited.restoreAll(() => {})).toEqual([])
    expect(await pictures.missing(manifest.pictures.map((file) => file.slice(0, 24)))).toEqual([])
    await pictures.close()
  })

  test('of another kind of database is refused in plain words', async () => {
    await desk.backUp()
    const [other, words] =
      location().engine === 'sqlite'
        ? [{ engine: 'postgres', url: 'postgres://nowhere' } as const, 'remove DATABASE_URL']
        : [
            { engine: 'sqlite', file: join(desk.folder, 'x.db'), synchronous: 'off' } as const,
            'set DATABASE_URL',
          ]
    await expect(desk.restore(other)).rejects.toThrow(words)
  })

  testOnPostgres('names the missing program of PostgreSQL', async () => {
    vi.stubEnv('PATH', '/nowhere')
    await expect(desk.backUp()).rejects.toThrow('pg_dump is not installed here.')
    vi.unstubAllEnvs()
  })
})

/** The tables of 0.2.0. */
async function makeOldShop(place: DatabaseLocation): Promise<void> {
  const database = await openDatabase(place)
  const { db, engine } = database
  const migrations = Object.fromEntries(
    Object.entries(MIGRATIONS)
      .filter(([name]) => name < '083')
      .map(([name, { up }]) => [name, { up: (to) => up(to, engine) } satisfies Migration]),
  )
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  await database.close()
  if (error) throw error
}
