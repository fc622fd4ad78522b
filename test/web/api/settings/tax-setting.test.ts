import { expect, test } from 'vitest'
import type { TaxRow } from '#domain/checkout/taxes/tax-table.ts'
import { TAX } from '#domain/settings/tax.ts'
import { signInBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { cookieOf, staffBrowser, type Ask } from '#test/support/staff-browser.ts'
import type { TestShop } from '#test/support/test-shop.ts'

const ONTARIO = TAX.fallback.table.find(({ region }) => region === 'Ontario')!
const AFTER = TAX.fallback.table.length
const withRow = (row: Partial<TaxRow>) => ({
  mode: 'by-destination',
  table: [...TAX.fallback.table, { ...ONTARIO, from: '2030-01-01', ...row }],
})
const NOTICE = 'The shop charges 2% tax, which is not a Canadian rate.'

describeOnEachDatabase('the tax setting over HTTP', (open, { startWith }) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask

  signInBeforeEach({ open, startWith }, (opened) => ({ shop, served, ask } = opened))

  const save = async (changes: object, version = 0) => {
    const value = { ...TAX.fallback, ...changes }
    const answer = await ask('PUT', '/api/staff/settings/tax', { version, value })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  test.each([
    ['a rate above 100', withRow({ milliPercent: 100_001 }), 'milliPercent', 'cannot be above 100%'],
    ['a rate below 0', withRow({ milliPercent: -1 }), 'milliPercent', 'cannot be below 0'],
    ['a rate with four decimals', withRow({ milliPercent: 0.5 }), 'milliPercent', 'at most three decimals'],
    ['overlapping dates', withRow({ from: ONTARIO.from }), 'from', 'the dates overlap'],
    ['an invalid day', withRow({ from: '2030-02-30' }), 'from', 'Enter the first day'],
    ['GST beside HST', withRow({ kind: 'gst', label: 'GST' }), 'kind', 'HST contains GST'],
    ['an unknown province', withRow({ region: 'Ontarioo' }), 'region', 'is not a region'],
    ['an unknown country', withRow({ country: 'XX', region: '' }), 'country', 'Choose a country'],
    ['a tax without a name', withRow({ label: ' ' }), 'label', 'Enter a name'],
  ])('is refused with %s, at its field, and nothing is lost', async (_what, changes, field, message) => {
    const { status, body } = await save(changes)
    expect(status).toBe(422)
    expect(body['errors']).toEqual([
      { path: `/value/table/${AFTER}/${field}`, message: expect.stringContaining(message) as string },
    ])
    expect((await save({ mode: 'by-destination' })).body).toMatchObject({ version: 1 })
  })

  test('is refused with one rate above 100, at its field', async () => {
    expect(await save({ flatMilliPercent: 100_001 })).toMatchObject({
      status: 422,
      body: { errors: [{ path: '/value/flatMilliPercent', message: 'A rate cannot be above 100%.' }] },
    })
  })

  test('that two owners change is not overwritten: the second gets what the first saved', async () => {
    const first = { mode: 'by-destination', registrations: ['pst CA Saskatchewan'] }
    expect((await save(first)).status).toBe(200)
    expect(await save({ flatMilliPercent: 5_000 })).toMatchObject({
      status: 409,
      body: { type: '/problems/changed-meanwhile', current: { version: 1, value: first } },
    })
  })

  test('reminds only owners, on their start screens, while the shop charges 2 %', async () => {
    const shown = async (path: string, asked = (to: string) => ask('GET', to)) =>
      (await (await asked(path)).text()).includes(NOTICE)
    const screens = ['/admin/overview', '/admin/dashboard']
    for (const path of screens) expect(await shown(path), path).toBe(true)

    const pat = { email: 'pat@redemption.example', password: 'wears red too', role: 'manager' as const }
    await shop.identity.addMember(pat)
    const browser = staffBrowser(() => served.url)
    const cookie = cookieOf(await browser.signIn(pat))
    for (const path of screens) expect(await shown(path, (to) => browser.get(to, cookie)), path).toBe(false)

    await save({ mode: 'by-destination', registrations: ['gst-hst CA'] })
    for (const path of screens) expect(await shown(path), path).toBe(false)
    const undone = await ask('POST', '/api/staff/settings/tax/undo', { version: 1, to: 0 })
    expect(undone.status).toBe(200)
    for (const path of screens) expect(await shown(path), path).toBe(true)
  })
})
