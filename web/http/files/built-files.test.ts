import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { builtFiles } from './built-files.ts'
import { PageCache } from '#web/http/cache/page-cache.ts'
import { shopServer } from '#web/http/shop-server.ts'
import { VisitorCurrencies } from '#web/http/visitors/visitor-currency.ts'

const SCRIPT = 'x'.repeat(200_000)

describe('the files of the browser build', () => {
  let folder: string
  let server: Server
  let url: string
  let troubles: string[]
  let broken: boolean
  const log = { info: () => {}, error: (message: string) => void troubles.push(message) }

  beforeEach(async () => {
    troubles = []
    folder = mkdtempSync(join(tmpdir(), 'built-files-'))
    mkdirSync(join(folder, 'assets'))
    for (const name of ['page.js', 'other.js']) writeFileSync(join(folder, 'assets', name), SCRIPT)
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
    writeFileSync(join(folder, 'favicon.svg.br'), brotliCompressSync('<svg/>'))
    mkdirSync(join(folder, '.vite'))
    writeFileSync(join(folder, '.vite/manifest.json'), '{}')
    broken = false
    const files = builtFiles(folder, 'https://shop.example', log)
    server = shopServer({
      cache: new PageCache(),
      currencies: new VisitorCurrencies({ country: () => null }, 'http://shop.example'),
      trustedProxies: 0,
      files(...asked) {
        if (broken) throw new Error('broken')
        files(...asked)
      },
      log,
      app: {
        fetch: () => new Response('nothing here', { status: 404, headers: { 'cache-control': 'no-store' } }),
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true })
  })

  async function expectToServeOthers() {
    const other = await fetch(`${url}/assets/other.js`)
    expect(other.status).toBe(200)
    expect(other.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await other.text()).toBe(SCRIPT)
  }

  it('are answered with 404 when they were deleted after the start, and the shop keeps running', async () => {
    unlinkSync(join(folder, 'assets/page.js'))
    const gone = await fetch(`${url}/assets/page.js`)
    expect(gone.status).toBe(404)
    expect(gone.headers.get('cache-control')).toBe('no-store')
    expect(gone.headers.get('last-modified')).toBeNull()
    expect(await gone.text()).toBe('nothing here')
    expect(troubles).toEqual([])
    await expectToServeOthers()
  })

  it('that cannot be read are answered with an error, and the shop keeps running', async () => {
    unlinkSync(join(folder, 'assets/page.js'))
    mkdirSync(join(folder, 'assets/page.js'))
    const unread = await fetch(`${url}/assets/page.js`)
    expect({ status: unread.status, cacheControl: unread.headers.get('cache-control') }).toEqual({
      status: 503,
      cacheControl: 'no-store',
    })
    expect(troubles).toEqual(['A file of the build could not be read'])
    await expectToServeOthers()
  })

  it('that cannot be read to the end abort their response, not the shop', async () => {
    writeFileSync(join(folder, 'assets/page.js'), SCRIPT.slice(0, 100_000))
    await expect(fetch(`${url}/assets/page.js`).then((answer) => answer.text())).rejects.toThrow()
    expect(troubles).toEqual(['A file of the build could not be read'])
    await expectToServeOthers()
  })

  it('are compressed for clients that accept it, and answered with 304 for clients that have them', async () => {
    const packed = await fetch(`${url}/favicon.svg`, { headers: { 'accept-encoding': 'br' } })
    expect(await packed.text()).toBe('<svg/>')
    expect(Object.fromEntries(packed.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
      vary: 'accept-encoding',
    })
    const etag = packed.headers.get('etag') ?? ''
    const known = await fetch(`${url}/favicon.svg`, {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    })
    expect({ status: known.status, text: await known.text() }).toEqual({ status: 304, text: '' })
    const head = await fetch(`${url}/favicon.svg`, { method: 'HEAD' })
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' })
  })

  it('allow pictures on other sites, and nothing else', async () => {
    const policyOf = async (path: string) =>
      (await fetch(url + path)).headers.get('cross-origin-resource-policy')
    expect(await policyOf('/favicon.svg')).toBe('cross-origin')
    expect(await policyOf('/assets/page.js')).toBe('same-origin')
  })

  it('do not include hidden files', async () => {
    expect((await fetch(`${url}/.vite/manifest.json`)).status).toBe(404)
  })

  it('are answered in part for a range request', async () => {
    const part = await fetch(`${url}/assets/page.js`, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe('bytes 10-19/200000')
    expect(await part.text()).toBe('x'.repeat(10))
    const beyond = await fetch(`${url}/assets/page.js`, { headers: { range: 'bytes=300000-' } })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get('cache-control')).toBe('no-store')
  })

  it('are answered whole when the requested part belongs to an earlier version, as while a film plays across an update', async () => {
    const wanted = { range: 'bytes=10-19' }
    const first = await fetch(`${url}/assets/page.js`, { headers: wanted })
    const same = first.headers.get('last-modified')!
    const statusFor = async (ifRange: string) =>
      (await fetch(`${url}/assets/page.js`, { headers: { ...wanted, 'if-range': ifRange } })).status
    expect(await statusFor(same)).toBe(206)
    expect(await statusFor(new Date(Date.parse(same) - 60_000).toUTCString())).toBe(200)
    expect(await statusFor('W/"1-2"')).toBe(200)
  })

  it.each(['bytes=50-10', 'bytes=0-99999999999999999999', 'bytes=-', 'bytes=0-1,5-6', 'lines=1-2'])(
    'are answered whole for %s',
    async (range) => {
      const whole = await fetch(`${url}/assets/page.js`, { headers: { range } })
      expect(whole.status).toBe(200)
      expect(await whole.text()).toBe(SCRIPT)
    },
  )

  it('keep the shop running when a request breaks the code that answers it', async () => {
    broken = true
    expect((await fetch(`${url}/assets/page.js`)).status).toBe(500)
    expect(troubles).toEqual(['A request could not be answered'])
    broken = false
    await expectToServeOthers()
  })
})
