import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { consoleLog } from '#web/http/console-log.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, openTestShop } from '#test/support/test-shop.ts'

interface Line {
  level: string
  message: string
  request: string
  method: string
  route: string
  status: number
  ms: number
}

describeOnEachDatabase('The log of requests as JSON', (open) => {
  let served: ServedShop
  let out: string
  beforeEach(async () => {
    out = ''
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
    const log = consoleLog([], 'json')
    served = await serveShop(await openTestShop(open()), { logRequest: (details) => log.request(details) })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await served.close()
  })

  test('has the id and the route of each, and nothing about the shopper or of the keys in addresses', async () => {
    const asked = [
      await fetch(`${served.url}/order/R-AAAA-BBBB?key=the-key-of-the-order`),
      await fetch(`${served.url}/shop?q=${encodeURIComponent(CUSTOMER.email)}`),
      await fetch(`${served.url}/create-payment-intent`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: served.url },
        body: JSON.stringify({ customer: CUSTOMER }),
      }),
    ]
    for (const answer of asked) await answer.text()
    const read = () =>
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    await vi.waitFor(() => expect(read()).toHaveLength(asked.length), { timeout: 30_000 })
    expect(read().map(({ level, message, method, route }) => [level, message, method, route])).toEqual([
      ['info', 'Request', 'GET', '/order/:number'],
      ['info', 'Request', 'GET', '/shop'],
      ['info', 'Request', 'POST', '/create-payment-intent'],
    ])
    expect(read().map(({ request }) => request)).toEqual(
      asked.map(({ headers }) => headers.get('x-request-id')),
    )
    const { name, email, phone } = CUSTOMER
    for (const personal of [
      name,
      email,
      encodeURIComponent(email),
      phone,
      'the-key-of',
      'R-AAAA',
      '127.0.0.1',
    ])
      expect(out).not.toContain(personal)
  })
})
