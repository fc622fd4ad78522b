import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { PageCache, preparePage } from './page-cache.ts'

const HTML = '<!doctype html><title>Shop</title>'.padEnd(4_000, ' ')
const page = () => preparePage(200, HTML, [['vary', 'accept-encoding, cookie']])

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
    await cache.findOrRender('CAD/nothing', () => preparePage(404, HTML, []))
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

  test.each([10, 70_000, 300_000])('a page of %i characters comes back whole', async (length) => {
    const html = Array.from({ length: length / 10 }, (_, at) => String(at * 7_919).padStart(10)).join('')
    const { br } = await preparePage(200, html, [])
    expect(brotliDecompressSync(br.bytes).toString()).toBe(html)
    expect(br.headers).toEqual(expect.arrayContaining(['content-length', String(br.bytes.length)]))
  })

  test('a cached page is converted once for those who take another encoding', async () => {
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
