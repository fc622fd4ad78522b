import { afterEach, beforeEach, expect, test } from 'vitest'
import { SupplierError } from '#providers/supplier-error.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const TRY = '/api/staff/connections/rates/try'

describeOnEachDatabase('The screen of the connections', (open) => {
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  let isBroken: boolean

  beforeEach(async () => {
    shop = await openTestShop(open())
    isBroken = false
    shop.connections = [
      {
        need: 'rates',
        supplier: 'Fixer',
        usedFor: 'showing prices',
        async test({ email }) {
          if (isBroken) {
            throw new SupplierError('Fixer answered 401.', { supplier: 'Fixer', kind: 'unauthorized' })
          }
          return `C$1 is €0.62, ${email}.`
        },
      },
    ]
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())

  const read = async () => (await (await ask('GET', '/admin/connections')).text()).replaceAll('<!-- -->', '')

  test('shows each built-in supplier with what that means, and no button to test it', async () => {
    const html = await read()
    expect(html).toContain('Emails are written to files; no one receives them.')
    expect(html).toContain('The shop hasn’t used it yet.')
    expect(html.match(/Test now<span[^>]*>[^<]+/g)).toEqual([
      'Test now<span class="visually-hidden">: Exchange rates',
    ])
  })

  test('shows the result of a test, and since when the supplier works or fails', async () => {
    const works = await (await ask('POST', TRY)).json()
    expect(works).toMatchObject({
      works: true,
      words: 'C$1 is €0.62, ada@redemption.example.',
      connection: { state: 'works', words: expect.stringMatching(/^Working since Nov 21, 2026/) },
    })
    shop.pass(60_000)
    isBroken = true
    const fails = await (await ask('POST', TRY)).json()
    expect(fails).toMatchObject({
      works: false,
      words: 'Fixer answered 401.',
      connection: {
        state: 'fails',
        words: 'Failing since Nov 21, 2026, 6:01 a.m. It last worked Nov 21, 2026, 6:00 a.m.',
        lastFailure: 'Fixer answered 401.',
      },
    })
    expect(await read()).toContain('Error: Fixer answered 401.')
    expect(await read()).toMatch(/Connections<span[^>]*>1 <span class="visually-hidden">failing/)
  })

  test('cannot test a need without a supplier', async () => {
    expect((await ask('POST', '/api/staff/connections/mail/try')).status).toBe(404)
    expect((await ask('POST', '/api/staff/connections/weather/try')).status).toBe(404)
  })
})
