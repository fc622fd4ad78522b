import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { ADA, staffBrowser } from '#test/support/staff-browser.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

describeOnEachDatabase('raw requests from an attacker', (open) => {
  let shop: TestShop
  let served: ServedShop

  afterEach(() => expect(shop.failures).toEqual([]))
  serveBeforeEach(open, (opened) => ({ shop, served } = opened))
  beforeEach(async () => void (await shop.catalog.add(hoodie(), toProductId('hoodie'))))
  afterEach(() => void vi.useRealTimers())

  const look = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(served.url + path, { headers, redirect: 'manual' })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }

  /** Counts how often the catalogue is queried for a product or a list. */
  function countCatalogReads(): () => number {
    let reads = 0
    for (const name of ['find', 'list', 'listed'] as const) {
      const read = shop.catalog[name].bind(shop.catalog) as (...asked: unknown[]) => never
      shop.catalog[name] = (...asked: unknown[]) => {
        reads += 1
        return read(...asked)
      }
    }
    return () => reads
  }

  test('an escaped address is redirected to its plain form, and nothing is rendered', async () => {
    const reads = countCatalogReads()
    for (const [asked, location] of [
      ['/%73hop', '/shop'],
      ['/%73hop?q=tee%20shirt', '/shop?q=tee%20shirt'],
      ['/product/%68oodie', '/product/hoodie'],
      ['/order/R%2D0001?key=a', '/order/R-0001?key=a'],
      ['/%61dmin/orders', '/admin/orders'],
    ] as const) {
      const answer = await look(asked)
      expect({ asked, status: answer.status, location: answer.headers.get('location') }).toEqual({
        asked,
        status: 308,
        location,
      })
    }
    for (const asked of ['/product/%C3%A9', '/product%2Fhoodie', '/%5Cevil.example', '/%2F%2Fevil.example']) {
      expect({ asked, status: (await look(asked)).status }).toEqual({ asked, status: 404 })
    }
    expect(reads()).toBe(0)
  })

  test('all missing addresses share one page for each currency', async () => {
    const [first, second] = [await look('/no-such-page'), await look('/nor-this?one=1')]
    expect({ first: first.status, second: second.status }).toEqual({ first: 404, second: 404 })
    expect(first.text).toContain('Page not found.')
    expect(second.text).toBe(first.text)
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    const inYen = await look('/no-such-page', { cookie: 'currency=JPY; currencyCode=JPY' })
    expect(inYen.text).not.toBe(first.text)
    const [lost, alsoLost] = [await look('/product/lost'), await look('/product/also-lost')]
    expect(lost.status).toBe(404)
    expect(lost.text).toContain('Product not found.')
    expect(alsoLost.text).toBe(lost.text)
  })

  test('a change of currency on a missing page returns to the same page', async () => {
    const { text } = await look('/no-such-page')
    const [, back = ''] = /name="return" value="([^"]*)"/.exec(text) ?? []
    expect((await look(back)).text).toBe(text)
  })

  test('an order that the visitor may not see is never cached', async () => {
    const { status, headers } = await look('/order/R-0001?key=wrong')
    expect({ status, cacheControl: headers.get('cache-control') }).toEqual({
      status: 404,
      cacheControl: 'no-store',
    })
  })

  test('one network gets a few hundred rendered pages a minute, and any number from the cache', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    await look('/shop')
    const statuses: number[] = []
    for (let times = 0; times < 210; times += 1) {
      statuses.push((await look('/order/R-0001?key=wrong', headers)).status)
    }
    expect(statuses).toEqual([...Array<number>(200).fill(404), ...Array<number>(10).fill(429)])
    const refused = await look('/shop?q=tee', headers)
    expect({ status: refused.status, retryAfter: refused.headers.get('retry-after') }).toEqual({
      status: 429,
      retryAfter: '1',
    })
    expect(refused.text).toContain('<h1>One moment, please.</h1>')
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await look('/shop', headers)).status).toBe(200)
    expect((await look('/order/R-0001?key=wrong', { 'x-forwarded-for': '203.0.113.8' })).status).toBe(404)
  })

  test('when too many pages would be rendered at the same time some are refused, and cached pages are still served', async () => {
    await look('/shop')
    const listed = shop.catalog.listed.bind(shop.catalog)
    let goOn = () => {}
    const pause = new Promise<void>((resolve) => (goOn = resolve))
    shop.catalog.listed = async (...asked) => {
      await pause
      return listed(...asked)
    }
    const searches = Array.from({ length: 110 }, (_, index) => look(`/shop?q=piece-${index}`))
    expect((await Promise.race(searches)).status).toBe(503)
    expect((await look('/shop')).status).toBe(200)
    goOn()
    const answers = await Promise.all(searches)
    const busy = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(104)
    expect(busy).toHaveLength(6)
    expect(busy[0]?.headers.get('retry-after')).toBe('5')
    expect(busy[0]?.text).toContain('<h1>Very busy right now.</h1>')
    expect((await look('/shop?q=later')).status).toBe(200)
  })

  /** Sends `head` and the beginning of a body; returns the response. */
  async function begin(head: string[], body = ''): Promise<string> {
    const { port, host } = new URL(served.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`${[...head, `host: ${host}`].join('\r\n')}\r\n\r\n${body}`)
    const answer = await new Promise<Buffer | string>((resolve) => socket.once('data', resolve))
    socket.destroy()
    return answer.toString()
  }

  test('an event without a signature is refused before its body is read', async () => {
    const answer = await begin(['POST /webhooks/payments HTTP/1.1', 'content-length: 200000'])
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
  })

  test('an aborted upload or order is not logged as an error', async () => {
    await shop.identity.addMember(ADA)
    const cookie = await staffBrowser(() => served.url).signedIn()
    let begun: (piece: Uint8Array) => void = () => {}
    let ended = () => {}
    shop.images.store = async (content) => {
      try {
        for await (const piece of content) begun(piece)
      } finally {
        ended()
      }
      return { kind: 'not-a-picture' }
    }
    const { port, host } = new URL(served.url)
    const cutOff = async (head: string[]) => {
      const socket = connect(Number(port), '127.0.0.1')
      const lines = [...head, `host: ${host}`, `origin: ${served.url}`, 'content-length: 500000']
      const arrived = new Promise<void>((resolve) => (begun = () => resolve()))
      socket.write(`${lines.join('\r\n')}\r\n\r\n${'x'.repeat(200_000)}`)
      return { socket, arrived }
    }
    const upload = await cutOff([
      'POST /api/staff/pictures HTTP/1.1',
      'content-type: image/jpeg',
      `cookie: ${cookie}`,
    ])
    await upload.arrived
    const brokenOff = new Promise<void>((resolve) => (ended = resolve))
    upload.socket.destroy()
    await brokenOff
    const order = await cutOff(['POST /create-payment-intent HTTP/1.1', 'content-type: application/json'])
    await look('/health')
    order.socket.destroy()
    await look('/health')
    expect((await look('/shop')).status).toBe(200)
  })

  test('every response says which sites may embed it', async () => {
    for (const path of ['/shop', '/no-such-page', '/api/products', '/admin', '/feed.xml', '/health']) {
      const policy = (await look(path)).headers.get('cross-origin-resource-policy')
      expect({ path, policy }).toEqual({ path, policy: 'same-origin' })
    }
  })
})
