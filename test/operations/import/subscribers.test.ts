import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordBounce } from '#db/mail/bounced-addresses.ts'
import { confirmSubscriber } from '#db/newsletter/newsletter-subscribers.ts'
import { toStaffId } from '#domain/ids.ts'
import type { ProductImport } from '#domain/import/import.ts'
import { AS_GUESSED } from '#domain/import/mapping.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { openImport } from '#operations/import/open-import.ts'
import { reportImport } from '#operations/import/report-import.ts'
import { importRounds, requestImport } from '#operations/import/run-imports.ts'
import { readImport, startImport, tryImport } from '#operations/import/try-import.ts'
import { deleteSubscriber } from '#operations/newsletter/delete-subscriber.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { unsubscribeByStaff } from '#operations/newsletter/unsubscribe-by-staff.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { subscribersFile } from '#web/api/newsletter/staff-subscribers.ts'
import { csvText } from '#web/http/files/csv-answer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop } from '#test/support/serve-shop.ts'
import { ADA, addAda, askWith } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const OWNER = { memberId: toStaffId('staff_1'), permissions: PERMISSIONS }
const HEAD =
  'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Address1,Phone,Tags'
const row = (email: string, consent = 'yes') => `1,Ada,Prairie,${email},${consent},12 Broadway Ave,'+1306,vip`
const fileOf = (...rows: string[]) => [HEAD, ...rows].join('\n')
const SAID = { ...AS_GUESSED, consentSource: 'Shopify checkout', consentAt: '2025-03-01' }

describeOnEachDatabase('A file of people at the staff area', (open) => {
  test('is for those who may change subscribers, and starting it is in the audit trail', async () => {
    const shop = await openTestShop(open())
    const served = await serveShop(shop)
    try {
      const cookie = await addAda(shop, served)
      const ask = askWith(served.url, cookie)
      const address = '/api/staff/imports?name=people.csv'
      const upload = (headers: Record<string, string>) =>
        fetch(served.url + address, {
          method: 'POST',
          headers: { origin: served.url, 'content-type': 'text/csv', ...headers },
          body: fileOf(row('ada@example.com')),
        })
      const answer = await upload({ cookie })
      expect(answer.status).toBe(201)
      const { id, brings } = (await answer.json()) as { id: string; brings: string }
      expect(brings).toBe('subscribers')

      const wanted = { name: 'Stock', permissions: ['products.write'], days: 30, password: ADA.password }
      const { secret } = (await (await ask('POST', '/api/staff/keys', wanted)).json()) as { secret: string }
      const authorization = `Bearer ${secret}`
      const refused = await upload({ authorization })
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain('your role may not import those')
      const asKey = (path: string) => fetch(served.url + path, { headers: { authorization } })
      expect(await (await asKey('/api/staff/imports')).json()).toEqual({ imports: [] })
      expect((await asKey(`/api/staff/imports/${id}`)).status).toBe(404)
      expect((await asKey(`/api/staff/imports/${id}/report.csv`)).status).toBe(404)
      expect((await ask('POST', `/api/staff/imports/${id}/trial`, SAID)).status).toBe(200)
      expect((await ask('PUT', `/api/staff/imports/${id}/state`, { state: 'running' })).status).toBe(200)
      const audited = await shop.database.db.selectFrom('audit_events').select('action').execute()
      expect(audited.map(({ action }) => action)).toContain('subscribers-imported')
    } finally {
      await served.close()
    }
  })
})

describeOnEachDatabase('Importing people who agreed to emails', (open) => {
  let shop: TestShop
  let folder: string
  beforeEach(async () => {
    shop = await openTestShop(open())
    folder = await mkdtemp(join(tmpdir(), 'redemption-people-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function opened(content: string): Promise<ProductImport> {
    const path = join(folder, 'customers.csv')
    await writeFile(path, content)
    const answer = await openImport(shop, { path, name: 'customers.csv' })
    if ('kind' in answer) throw new Error(answer.message)
    return answer
  }
  const fresh = async ({ id }: ProductImport) => (await readImport(shop, id))!
  async function runAll() {
    const rounds = importRounds(shop, { hurry: true })
    while ((await rounds()) > 0);
  }
  async function imported(content: string, mapping = SAID) {
    const current = await opened(content)
    await tryImport(shop, current.id, mapping)
    expect(await startImport(shop, await fresh(current), OWNER)).toEqual({ kind: 'started' })
    await runAll()
    return fresh(current)
  }
  const all = () =>
    shop.database.db.selectFrom('newsletter_subscribers').selectAll().orderBy('email').execute()
  const rows = () => shop.database.db.selectFrom('import_rows').selectAll().execute()
  const tasks = async () => (await shop.database.db.selectFrom('outbox').select('kind').execute()).length
  const idOf = async (email: string) => (await all()).find((one) => one.email === email)!.id
  const report = async ({ id }: ProductImport) => {
    const lines: unknown[][] = []
    for await (const batch of reportImport(shop, id)) lines.push(...batch)
    return lines
  }

  test('only those who agreed become subscribers, with source and time, and nobody gets an email', async () => {
    const file = fileOf(row('Ada@Example.com'), row('bea@example.com', 'no'), row('not an address'))
    const current = await opened(file)
    const trial = await tryImport(shop, current.id, SAID)
    expect(trial).toMatchObject({ counts: { made: 1, changed: 0, same: 0, wrong: 2 } })
    expect(trial?.unused).toContain('Default Address Address1')
    expect(await all()).toEqual([])
    expect(JSON.stringify(await rows())).not.toMatch(/Prairie|Broadway|1306|vip/)
    const before = await tasks()
    await startImport(shop, await fresh(current), OWNER)
    await runAll()
    expect(await fresh(current)).toMatchObject({ state: 'done', done: 3, counts: { made: 1, wrong: 2 } })
    const agreedAt = Date.UTC(2025, 2, 1)
    expect(await all()).toMatchObject([
      {
        email: 'ada@example.com',
        state: 'confirmed',
        consent_source: 'Shopify checkout',
        consent_at: agreedAt,
        confirmed_at: agreedAt,
      },
    ])
    expect(await tasks()).toBe(before)
    expect(await rows()).toEqual([])
    const lines = await report(current)
    expect(lines).toContainEqual([
      1,
      null,
      'wrong',
      null,
      'Phone',
      expect.stringContaining('with their orders'),
    ])
    expect(lines).toContainEqual([
      3,
      '',
      'wrong',
      null,
      'Accepts Email Marketing',
      'This address did not agree to emails.',
    ])
    expect(JSON.stringify(lines)).not.toMatch(/@example/i)
    expect((await imported(file)).counts).toMatchObject({ made: 0, same: 1, wrong: 2 })
  })

  test('without a source or a day nobody is taken', async () => {
    const { id } = await opened(fileOf(row('ada@example.com')))
    for (const said of [AS_GUESSED, { ...SAID, consentAt: '' }, { ...SAID, consentSource: '' }])
      expect((await tryImport(shop, id, said))?.counts).toMatchObject({ made: 0, wrong: 1 })
  })

  test('who unsubscribed, bounced or was deleted stays out; who waits to confirm is confirmed', async () => {
    for (const name of ['left', 'deleted', 'erased', 'waits'])
      await subscribeToNewsletter(shop, `${name}@example.com`)
    await unsubscribeByStaff(shop, await idOf('left@example.com'))
    await recordBounce(shop.database.db, { address: 'gone@example.com', words: '550', now: shop.now() })
    expect(await deleteSubscriber(shop, await idOf('deleted@example.com'))).toBe(true)
    expect(await eraseCustomer(shop, { email: 'Erased@example.com', by: 'ada' })).toMatchObject({
      kind: 'erased',
    })
    const names = ['left', 'gone', 'deleted', 'erased', 'waits', 'new']
    const done = await imported(fileOf(...names.map((name) => row(`${name}@example.com`))))
    expect(done.counts).toMatchObject({ made: 1, changed: 1, wrong: 4 })
    expect((await all()).map(({ email, state }) => `${email} ${state}`)).toEqual([
      'left@example.com unsubscribed',
      'new@example.com confirmed',
      'waits@example.com confirmed',
    ])
    expect(
      JSON.stringify(await shop.database.db.selectFrom('erased_addresses').selectAll().execute()),
    ).not.toContain('example')
    // Whoever comes back by themselves is welcome.
    await subscribeToNewsletter(shop, 'erased@example.com')
    expect((await all()).map(({ email }) => email)).toContain('erased@example.com')
  })

  test('the file of another shop like this one brings the same consent', async () => {
    shop.pass(1_234)
    await imported(`${HEAD},Source\n${row('from@example.com')},=Booth\n`)
    await subscribeToNewsletter(shop, 'here@example.com')
    await subscribeToNewsletter(shop, 'waits@example.com')
    const id = await idOf('here@example.com')
    const { mailed_at: mailedAt } = (await all()).find((one) => one.id === id)!
    await confirmSubscriber(shop.database.db, { id, mailedAt, now: shop.now() })
    const consents = async () =>
      (await all()).map((one) => [one.email, one.state, one.consent_source, one.consent_at])
    let text = ''
    for await (const part of csvText(subscribersFile(shop))) text += part
    await shop.database.db.deleteFrom('newsletter_subscribers').execute()
    const done = await imported(text, AS_GUESSED)
    expect(done.counts).toMatchObject({ made: 2, wrong: 1 })
    const { host } = new URL(shop.settings.publicUrl)
    expect(await consents()).toEqual([
      ['from@example.com', 'confirmed', '=Booth', Date.UTC(2025, 2, 1)],
      ['here@example.com', 'confirmed', `Confirmed by email at ${host}`, shop.now()],
    ])
  })

  test('an import is taken back for a day, without those who unsubscribed since', async () => {
    await subscribeToNewsletter(shop, 'waits@example.com')
    const names = ['one', 'two', 'waits']
    const current = await imported(fileOf(...names.map((name) => row(`${name}@example.com`))))
    await unsubscribeByStaff(shop, await idOf('two@example.com'))
    expect(await requestImport(shop, await fresh(current), 'undoing')).toBe(true)
    await runAll()
    expect(await fresh(current)).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 1 } })
    expect((await all()).map(({ email, state }) => `${email} ${state}`)).toEqual([
      'two@example.com unsubscribed',
      'waits@example.com pending',
    ])
    const late = await imported(fileOf(row('late@example.com')))
    shop.pass(25 * 3_600_000)
    expect(await requestImport(shop, await fresh(late), 'undoing')).toBe(false)
  })

  test('erasing takes an address out of files that are not imported yet, and the rest goes on', async () => {
    const names = ['ada', 'a_a', 'axa']
    const current = await opened(fileOf(...names.map((name) => row(`${name}@example.com`))))
    await subscribeToNewsletter(shop, 'a_a@example.com')
    await eraseCustomer(shop, { email: 'A_A@example.com', by: 'ada' })
    expect((await rows()).map(({ line }) => Number(line)).toSorted()).toEqual([2, 4])
    await tryImport(shop, current.id, SAID)
    await startImport(shop, await fresh(current), OWNER)
    await runAll()
    expect(await fresh(current)).toMatchObject({ state: 'done', counts: { made: 2 } })
  })

  test('250 addresses with doubles are imported once each, in pieces, by two processes at a time', async () => {
    const emails = Array.from({ length: 250 }, (_, at) => `person-${at}@example.com`)
    const current = await opened(fileOf(...[...emails, ...emails].map((email) => row(email))))
    expect(current).toMatchObject({ listed: 250, rows: 500 })
    await tryImport(shop, current.id, SAID)
    await startImport(shop, await fresh(current), OWNER)
    await Promise.all([runAll(), runAll()])
    await runAll()
    expect(await fresh(current)).toMatchObject({ state: 'done', counts: { made: 250, wrong: 0 } })
    expect(await all()).toHaveLength(250)
  })
})
