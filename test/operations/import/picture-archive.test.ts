import { access, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toProductId, toStaffId, type ImportId } from '#domain/ids.ts'
import { AS_GUESSED } from '#domain/import/mapping.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { findResults } from '#db/import/imports.ts'
import { openImport } from '#operations/import/open-import.ts'
import { keepArchive } from '#operations/import/picture-archive.ts'
import { deleteOldImports, importRounds } from '#operations/import/run-imports.ts'
import { readImport, startImport, tryImport } from '#operations/import/try-import.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { memoryImages } from '#test/support/pictures/memory-images.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { zipFile } from '#test/support/zip-file.ts'

const OWNER = { memberId: toStaffId('staff_1'), permissions: PERMISSIONS }
const FILE = [
  'Handle,Title,Variant Price,Image Src,Image Alt Text',
  'tee,Tee,40,tee-front.jpg,Front',
  'tee,,,https://cdn.example/files/tee-back.jpg?v=2,Back',
  'cap,Cap,20,page.jpg,',
  'bag,Bag,60,lost.jpg,',
  'bag,,,front.jpg,',
].join('\n')
const PICTURES = {
  'photos/tee-front.jpg': 'front of the tee',
  'photos/tee-back.jpg': 'back of the tee',
  'photos/page.jpg': 'not a picture',
  'a/front.jpg': 'a',
  'b/front.jpg': 'b',
}

describeOnEachDatabase('Pictures from a ZIP file', (open, { testOnce }) => {
  let shop: TestShop
  let images: ReturnType<typeof memoryImages>
  let folder: string
  beforeEach(async () => {
    shop = await openTestShop(open())
    images = memoryImages()
    shop.images = images
    folder = await mkdtemp(join(tmpdir(), 'redemption-archive-'))
    shop.settings = { ...shop.settings, dataDir: folder }
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function opened(text = FILE): Promise<ImportId> {
    const path = join(folder, 'products.csv')
    await writeFile(path, text)
    const answer = await openImport(shop, { path, name: 'products.csv' })
    if ('kind' in answer) throw new Error(answer.message)
    return answer.id
  }
  async function keep(id: ImportId, bytes: Buffer) {
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000)
    }
    return keepArchive(shop, id, { chunks: chunks(), bytes: bytes.length })
  }
  const noNetwork = async () => {
    throw new Error('Nothing is fetched')
  }
  const rounds = () => importRounds(shop, { hurry: true, fetchPicture: noNetwork })
  async function start(id: ImportId) {
    await tryImport(shop, id, AS_GUESSED)
    expect(await startImport(shop, (await readImport(shop, id))!, OWNER)).toEqual({ kind: 'started' })
  }
  async function runAll() {
    const round = rounds()
    while ((await round()) > 0);
  }
  const find = (id: string) => shop.catalog.find(toProductId(id), { hiddenToo: true })
  const kept = () => readdir(join(folder, 'imports')).catch(() => [])

  test('they are found by their names, and each that is missing or no picture has a fault at its row', async () => {
    const id = await opened()
    const bare = await tryImport(shop, id, AS_GUESSED)
    expect(bare).toMatchObject({ archive: null, counts: { made: 3 } })
    expect(bare!.results[0]!.notes).toEqual([
      {
        line: 2,
        column: 'tee-front.jpg',
        message: 'This is the name of a file. Add a ZIP file that has the images.',
      },
    ])
    expect(await keep(id, await zipFile(PICTURES))).toBe(5)
    const trial = await tryImport(shop, id, AS_GUESSED)
    expect(trial).toMatchObject({ archive: { files: 5, used: 3 }, counts: { made: 3 } })
    const unfound = [
      { line: 5, column: 'lost.jpg', message: 'The ZIP file has no such file.' },
      { line: 6, column: 'front.jpg', message: 'Several files of the ZIP file have this name.' },
    ]
    expect(trial!.results.map(({ notes }) => notes)).toEqual([unfound])

    await start(id)
    await runAll()
    expect((await find('tee'))?.pictures.map(({ key, alt }) => [images.stored.get(key), alt])).toEqual([
      ['front of the tee', 'Front'],
      ['back of the tee', 'Back'],
    ])
    const results = await findResults(shop.database.db, id, { limit: 10 })
    expect(results.map(({ notes }) => notes)).toEqual([
      [],
      [
        {
          line: 4,
          column: 'page.jpg',
          message: 'The image is not an image the shop can read. Use JPEG, PNG, WebP or AVIF.',
        },
      ],
      unfound,
    ])
    expect(await kept()).toEqual([])
  })

  test('an import that is killed goes on with its pictures, and again it changes nothing', async () => {
    const id = await opened()
    await keep(id, await zipFile(PICTURES))
    await start(id)
    // The process ends when its pictures are stored and its product is not.
    const { catalog } = shop
    const dying = new Proxy(catalog, {
      get: (target, name: keyof typeof catalog) =>
        name === 'add'
          ? () => Promise.reject(new Error('Killed'))
          : typeof target[name] === 'function'
            ? (target[name] as () => unknown).bind(target)
            : target[name],
    })
    const killed = importRounds({ ...shop, catalog: dying }, { hurry: true, fetchPicture: noNetwork })
    await expect(killed()).rejects.toThrow('Killed')
    expect(images.stored.size).toBe(2)
    expect(await find('tee')).toBeNull()
    expect(await kept()).toEqual([`${id}.zip`])
    await runAll()
    expect((await readImport(shop, id))!.counts).toMatchObject({ made: 3, wrong: 0 })
    expect((await find('tee'))?.pictures).toHaveLength(2)

    const again = await opened()
    await keep(again, await zipFile(PICTURES))
    const before = images.stored.size
    await start(again)
    await runAll()
    expect((await readImport(shop, again))!.counts).toMatchObject({ made: 0, changed: 0, same: 3 })
    expect(images.stored.size).toBe(before)
  })

  testOnce('what is no ZIP file, leads out of it or unpacks to more than it says is refused', async () => {
    const id = await opened('Handle,Title,Variant Price,Image Src\ntee,Tee,40,tee.jpg\ncap,Cap,20,cap.jpg')
    const refused = (bytes: Buffer) => expect(keep(id, bytes)).rejects
    await refused(Buffer.from('Handle,Title')).toThrow('This is no ZIP file, or it is damaged.')
    const whole = await zipFile({ 'aa/tee.jpg': 'x' })
    await refused(whole.subarray(0, -30)).toThrow('damaged')
    const outside = Buffer.from(whole.toString('latin1').replaceAll('aa/tee', '../tee'), 'latin1')
    await refused(outside).toThrow('a path that leads out of it')
    const absolute = Buffer.from(whole.toString('latin1').replaceAll('aa/tee', '/aatee'), 'latin1')
    await refused(absolute).toThrow('a path that leads out of it')
    await refused(await zipFile({})).toThrow('There are no files in this ZIP file.')
    expect(await kept()).toEqual([])

    const bomb = await zipFile({ 'tee.jpg': Buffer.alloc(30_000_000), 'cap.jpg': Buffer.alloc(9_000_000) })
    const size = Buffer.alloc(4)
    size.writeUInt32LE(9_000_000)
    const small = Buffer.alloc(4)
    small.writeUInt32LE(1_000)
    for (let at = bomb.indexOf(size); at >= 0; at = bomb.indexOf(size, at)) small.copy(bomb, at)
    expect(bomb.length).toBeLessThan(100_000)
    await keep(id, bomb)
    await start(id)
    await runAll()
    const results = await findResults(shop.database.db, id, { limit: 10 })
    expect(results.map(({ outcome, notes }) => [outcome, notes[0]?.message])).toEqual([
      ['made', 'The image is too large.'],
      ['made', 'The image is damaged in the ZIP file.'],
    ])
    expect(images.stored.size).toBe(0)
  })

  testOnce('files of uploads that broke off and of imports that are gone are deleted', async () => {
    const id = await opened()
    await keep(id, await zipFile(PICTURES))
    const at = (name: string) => join(folder, 'imports', name)
    await writeFile(at('import_gone.zip'), '')
    await writeFile(at('import_new.part'), '')
    await writeFile(at('import_old.part'), '')
    const long = new Date(shop.now() - 2 * 24 * 3_600_000)
    await utimes(at('import_new.part'), new Date(shop.now()), new Date(shop.now()))
    await utimes(at('import_old.part'), long, long)
    await deleteOldImports(shop)
    expect((await kept()).toSorted()).toEqual([`${id}.zip`, 'import_new.part'].toSorted())
    await access(at(`${id}.zip`))
  })
})
