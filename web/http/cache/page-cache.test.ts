import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { brotliOf, preparePage } from './cached-page.ts'
import { PageCache } from './page-cache.ts'

const HTML = '<!doctype html><title>Shop</title>'.padEnd(4_000, ' ')
const page = async () => preparePage(200, HTML, [['vary', 'accept-encoding, cookie']])

describe('the page cache', () => {
  afterEach(() => vi.useRealTimers())

  test('renders a page once for any number of simultaneous requests', async () => {
    const cache = new PageCache()
    const render = vi.fn(page)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => cache.findOrRender('CAD/shop', render)),
    )
    expect(render).toHaveBeenCalledTimes(1)
    expect(new Set(answers).size).toBe(1)
  })

  test('keeps currencies apart', async () => {
    const cache = new PageCache()
    await cache.findOrRender('CAD/shop', page)
    expect(cache.find('USD/shop')).toBeUndefined()
  })

  test('is emptied when the catalogue changes, and does not keep what was rendered before the change', async () => {
    const cache = new PageCache()
    await cache.findOrRender('CAD/shop', page)
    let finish = (_page: Awaited<ReturnType<typeof page>>) => {}
    const slow = cache.findOrRender('CAD/product/tee', () => new Promise((resolve) => (finish = resolve)))
    cache.clear()
    finish(await page())
    await slow
    expect(cache.find('CAD/shop')).toBeUndefined()
    expect(cache.find('CAD/product/tee')).toBeUndefined()
  })

  test('does not keep errors', async () => {
    const cache = new PageCache()
    await cache.findOrRender('CAD/nothing', async () => preparePage(404, HTML, []))
    expect(cache.find('CAD/nothing')).toBeUndefined()
  })

  test('tries again after a failed render', async () => {
    const cache = new PageCache()
    await expect(
      cache.findOrRender('CAD/shop', () => Promise.reject(new Error('no database'))),
    ).rejects.toThrow()
    expect((await cache.findOrRender('CAD/shop', page)).status).toBe(200)
  })

  test('renders again after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const cache = new PageCache()
    await cache.findOrRender('CAD/shop', page)
    vi.advanceTimersByTime(10 * 60 * 1_000 + 1)
    expect(cache.find('CAD/shop')).toBeUndefined()
  })

  test('stays within its memory limit: the oldest pages are dropped first', async () => {
    const cache = new PageCache()
    const big = { ...(await page()), bytes: 20 * 1024 * 1024 }
    for (const name of ['a', 'b', 'c']) await cache.findOrRender(name, async () => big)
    expect(cache.find('a')).toBeUndefined()
    expect(cache.find('c')).toBeDefined()
  })
})

describe('answering from the cache', () => {
  afterEach(() => vi.useRealTimers())

  async function ask(headers: Record<string, string>, method = 'GET') {
    const prepared = await page()
    const server = createServer((request, response) =>
      new PageCache().answer(request, response, prepared, null),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { request } = await import('node:http')
    const answer = await new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
      (resolve) => {
        request({ port, host: '127.0.0.1', method, headers }, async (response) => {
          const chunks: Buffer[] = []
          for await (const chunk of response) chunks.push(chunk as Buffer)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          })
        }).end()
      },
    )
    server.close()
    return { ...answer, etag: prepared.etag }
  }

  test('answers brotli or gzip to clients that accept it, and plain HTML to all other clients', async () => {
    const br = await ask({ 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.body).toString()).toBe(HTML)
    const gz = await ask({ 'accept-encoding': 'gzip' })
    expect(gunzipSync(gz.body).toString()).toBe(HTML)
    expect((await ask({})).body.toString()).toBe(HTML)
  })

  test.each([10, 70_000, 300_000])('returns a page of %i characters whole', async (length) => {
    const html = Array.from({ length: length / 10 }, (_, at) => String(at * 7_919).padStart(10)).join('')
    const whole = preparePage(200, html, [])
    expect(zstdDecompressSync(whole.compressed.bytes).toString()).toBe(html)
    const br = brotliOf(whole)
    expect(brotliDecompressSync(br.bytes).toString()).toBe(html)
    expect(br.headers).toEqual(expect.arrayContaining(['content-length', String(br.bytes.length)]))
  })

  describe('to browsers', () => {
    const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }
    const KNOWN = 'CAD/shop'
    let cache: PageCache
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'] })
      cache = new PageCache()
    })

    async function sendTo(headers: Record<string, string>) {
      const prepared = await cache.findOrRender(KNOWN, page)
      const writeHead = vi.fn<(status: number, headers: string[]) => void>()
      const end = vi.fn<(body?: Buffer) => void>()
      cache.answer({ method: 'GET', headers } as never, { writeHead, end } as never, prepared, null)
      const [[status, sent] = [0, []]] = writeHead.mock.calls
      const encoding = sent[sent.indexOf('content-encoding') + 1]
      return { status, encoding, etag: prepared.etag, body: end.mock.calls[0]?.[0] }
    }

    test('sends a page with Zstandard until it has been in the cache for a second, then with brotli', async () => {
      const first = await sendTo(BROWSER)
      expect(first.encoding).toBe('zstd')
      expect(zstdDecompressSync(first.body!).toString()).toBe(HTML)
      vi.advanceTimersByTime(999)
      expect((await sendTo(BROWSER)).encoding).toBe('zstd')
      vi.advanceTimersByTime(1)
      const later = await sendTo(BROWSER)
      expect(later.encoding).toBe('br')
      expect(brotliDecompressSync(later.body!).toString()).toBe(HTML)
      expect((await sendTo(BROWSER)).body).toBe(later.body)
    })

    test('answers 304 to a browser that has the page from before it was compressed with brotli', async () => {
      const { etag } = await sendTo(BROWSER)
      vi.advanceTimersByTime(1_000)
      expect((await sendTo(BROWSER)).encoding).toBe('br')
      expect(await sendTo({ ...BROWSER, 'if-none-match': etag })).toMatchObject({
        status: 304,
        body: undefined,
      })
    })

    test('without Zstandard sends brotli immediately, and from then on to all', async () => {
      expect((await sendTo({ 'accept-encoding': 'gzip, deflate, br' })).encoding).toBe('br')
      expect((await sendTo(BROWSER)).encoding).toBe('br')
      expect(gunzipSync((await sendTo({ 'accept-encoding': 'gzip' })).body!).toString()).toBe(HTML)
    })

    test('does not send refused encodings', async () => {
      expect((await sendTo({ 'accept-encoding': 'gzip, br, zstd;q=0' })).encoding).toBe('br')
      cache.clear()
      expect((await sendTo({ 'accept-encoding': 'gzip, br;q=0, zstd;q=0' })).encoding).toBe('gzip')
    })
  })

  test('converts a cached page once for clients with another encoding', async () => {
    const cache = new PageCache()
    const prepared = await cache.findOrRender('CAD/shop', page)
    const sent: Buffer[] = []
    const response = { writeHead: () => {}, end: (body: Buffer) => void sent.push(body) }
    for (const accepted of ['gzip', '', 'gzip', '']) {
      const request = { method: 'GET', headers: { 'accept-encoding': accepted } }
      cache.answer(request as never, response as never, prepared, null)
    }
    expect(gunzipSync(sent[0]!).toString()).toBe(HTML)
    expect(sent[1]!.toString()).toBe(HTML)
    expect([sent[2] === sent[0], sent[3] === sent[1]]).toEqual([true, true])
  })

  test('respects a refused encoding', async () => {
    expect((await ask({ 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip')
    expect((await ask({ 'accept-encoding': 'br;q=0.5' })).headers['content-encoding']).toBe('br')
  })

  test('answers 304 without a body to clients that have the page already', async () => {
    const { etag } = await ask({})
    const again = await ask({ 'if-none-match': etag })
    expect({ status: again.status, bytes: again.body.length, vary: again.headers['vary'] }).toEqual({
      status: 304,
      bytes: 0,
      vary: 'accept-encoding, cookie',
    })
  })

  test('answers HEAD with the headers alone', async () => {
    const head = await ask({}, 'HEAD')
    const { status, headers, body } = head
    expect({ status, length: headers['content-length'], bytes: body.length }).toEqual({
      status: 200,
      length: String(HTML.length),
      bytes: 0,
    })
  })
})
