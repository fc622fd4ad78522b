import * as v from 'valibot'
import { beforeEach, expect, test } from 'vitest'
import { toStaffId, type StaffId } from '#domain/ids.ts'
import type { Setting } from '#domain/settings/setting.ts'
import { permissionsOf, type Role } from '#domain/staff/permissions.ts'
import { transact } from '#db/engine/transact.ts'
import { currentSetting, currentVersion } from '#operations/settings/current-setting.ts'
import { readLatestChanges, readSettingHistory } from '#operations/settings/read-setting-history.ts'
import { saveSetting, undoSetting } from '#operations/settings/save-setting.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const BANNER: Setting<{ text: string; colour: string }> = {
  name: 'banner',
  label: 'Banner',
  schema: v.object({ text: v.pipe(v.string(), v.maxLength(10, 'Too long.')), colour: v.string() }),
  fallback: { text: '', colour: 'red' },
  fields: { text: 'Text', colour: 'Colour' },
  variables: { colour: 'BANNER_COLOUR' },
}

describeOnEachDatabase('A setting', (open, { connectAgain }) => {
  let shop: TestShop
  let ada: StaffId

  beforeEach(async () => {
    shop = await openTestShop(open())
    await shop.identity.addMember(ADA)
    ada = (await shop.identity.people.list())[0]?.id ?? toStaffId('')
    shop.author = { id: ada, email: ADA.email, address: '203.0.113.7', userAgent: 'Browser' }
  })

  const editor = (role: Role = 'owner') => ({
    memberId: ada,
    permissions: permissionsOf(role),
  })
  const save = (version: number, text: string, role?: Role) =>
    saveSetting(shop, BANNER, { version, value: { text, colour: 'red' } }, editor(role))
  const history = async () => (await readSettingHistory(shop, BANNER)).entries

  test('has its default until it is saved, and then the value that was saved last', async () => {
    expect(await currentVersion(shop, BANNER)).toEqual({ version: 0, value: BANNER.fallback })
    expect(await save(0, 'Hello')).toEqual({
      kind: 'saved',
      version: 1,
      value: { text: 'Hello', colour: 'red' },
    })
    expect(shop.announced).toEqual(['settings'])
    expect(await currentSetting(shop, BANNER)).toEqual({ text: 'Hello', colour: 'red' })
    expect(await transact(shop.database, (tx) => currentVersion(shop, BANNER, tx))).toEqual({
      version: 1,
      value: { text: 'Hello', colour: 'red' },
    })
  })

  test('is changed by owners only', async () => {
    for (const role of ['manager', 'packer'] as const)
      expect(await save(0, 'Mine', role)).toEqual({ kind: 'not-permitted' })
    expect(await history()).toEqual([])
    expect(shop.announced).toEqual([])
  })

  test('that two owners change at the same version is saved once, and the second sees what the first saved', async () => {
    const outcomes = await Promise.all([save(0, 'One'), save(0, 'Two')])
    const saved = outcomes.find(({ kind }) => kind === 'saved')
    expect(saved).toMatchObject({ version: 1 })
    expect(outcomes.find((outcome) => outcome !== saved)).toEqual({
      kind: 'changed-meanwhile',
      current: { version: 1, value: await currentSetting(shop, BANNER) },
    })
    expect(await save(7, 'Later')).toMatchObject({ kind: 'changed-meanwhile' })
    expect(await history()).toHaveLength(1)
  })

  test('keeps every version with who changed what, and when', async () => {
    await save(0, 'One')
    shop.pass(60_000)
    await saveSetting(shop, BANNER, { version: 1, value: { text: 'Two', colour: 'blue' } }, editor())
    const entries = await history()
    expect(entries).toEqual([
      {
        version: 2,
        value: { text: 'Two', colour: 'blue' },
        changedAt: shop.now(),
        changedBy: ADA.email,
        summary: 'Text, Colour',
      },
      {
        version: 1,
        value: { text: 'One', colour: 'red' },
        changedAt: shop.now() - 60_000,
        changedBy: ADA.email,
        summary: 'Text',
      },
    ])
    expect(await readLatestChanges(shop)).toEqual(
      new Map([['banner', { changedAt: shop.now(), changedBy: ADA.email }]]),
    )
    const events = await shop.database.db
      .selectFrom('audit_events')
      .where('action', '=', 'setting-changed')
      .select(['actor_id', 'subject_id', 'changes'])
      .orderBy('id')
      .execute()
    expect(events.map((event) => ({ ...event, changes: JSON.parse(event.changes) as unknown }))).toEqual([
      {
        actor_id: ada,
        subject_id: 'banner',
        changes: [{ field: 'Text', before: '', after: 'One' }],
      },
      {
        actor_id: ada,
        subject_id: 'banner',
        changes: [
          { field: 'Text', before: 'One', after: 'Two' },
          { field: 'Colour', before: 'red', after: 'blue' },
        ],
      },
    ])
  })

  test('lists the history in pages', async () => {
    for (let version = 0; version < 22; version += 1) await save(version, `Text ${version}`)
    const first = await readSettingHistory(shop, BANNER)
    expect({
      entries: first.entries.length,
      last: first.entries.at(-1)?.version,
      hasMore: first.hasMore,
    }).toEqual({ entries: 20, last: 3, hasMore: true })
    const second = await readSettingHistory(shop, BANNER, 3)
    expect({ versions: second.entries.map(({ version }) => version), hasMore: second.hasMore }).toEqual({
      versions: [2, 1],
      hasMore: false,
    })
  })

  test('is undone by saving an older version as a new one', async () => {
    await save(0, 'One')
    await save(1, 'Two')
    const undo = (version: number, to: number) => undoSetting(shop, BANNER, { version, to }, editor())
    expect(await undo(1, 1)).toMatchObject({ kind: 'changed-meanwhile' })
    expect(await undo(2, 9)).toEqual({ kind: 'unknown-version' })
    expect(await undo(2, 1)).toMatchObject({ kind: 'saved', version: 3, value: { text: 'One' } })
    expect(await undo(3, 0)).toMatchObject({ kind: 'saved', version: 4, value: BANNER.fallback })
    expect((await history()).map(({ summary }) => summary)).toEqual([
      'Restored the default',
      'Restored version 1',
      'Text',
      'Text',
    ])
  })

  test('gets no version for a value that changes nothing, or is invalid', async () => {
    expect(await save(0, '')).toEqual({ kind: 'saved', version: 0, value: BANNER.fallback })
    const refused = await save(0, 'Much too long')
    expect(refused.kind === 'invalid' && refused.issues.map(({ message }) => message)).toEqual(['Too long.'])
    expect(await history()).toEqual([])
    expect(shop.announced).toEqual([])
  })

  test('follows an environment variable, whatever is saved', async () => {
    shop.settings.variables = { BANNER_COLOUR: 'black' }
    await save(0, 'Hello')
    expect(await currentSetting(shop, BANNER)).toEqual({ text: 'Hello', colour: 'black' })
    expect(await transact(shop.database, (tx) => currentSetting(shop, BANNER, tx))).toMatchObject({
      colour: 'black',
    })
    expect((await history())[0]?.value).toMatchObject({ colour: 'red' })
  })

  test('that another process saved is read again after the announcement of the change', async () => {
    const other = await openTestShop(await connectAgain())
    expect(await currentSetting(other, BANNER)).toEqual(BANNER.fallback)
    await save(0, 'Hello')
    expect(await currentSetting(other, BANNER)).toEqual(BANNER.fallback)
    await other.changes.publish('settings')
    expect(await currentSetting(other, BANNER)).toMatchObject({ text: 'Hello' })
  })
})
