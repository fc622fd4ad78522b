import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { builtFiles } from '#web/http/files/built-files.ts'
import { endStalledReaders } from './connections.ts'
import { SmallBatches } from './small-batches.ts'
import { PageCache } from '#web/http/cache/page-cache.ts'
import { shopServer } from '#web/http/shop-server.ts'
import { VisitorCurrencies } from '#web/http/visitors/visitor-currency.ts'

const FILM = Buffer.alloc(1_000_000, 'f')
const ask = (path: string, ...headers: string[]) =>
  ['GET', path, `HTTP/1.1\r\n${['host: shop.example', ...headers].join('\r\n')}\r\n\r\n`].join(' ')

describe('a connection', () => {
  let folder: string
  let server: Server
  let asked: string[]
  let troubles: string[]

  beforeEach(async () => {
    asked = []
    troubles = []
    folder = mkdtempSync(join(tmpdir(), 'connections-'))
    mkdirSync(join(folder, 'hero'))
    writeFileSync(join(folder, 'hero/film.mp4'), FILM)
    const log = {
      info: () => {},
      error: (message: string, error: unknown) => void troubles.push(`${message}: ${String(error)}`),
    }
    server = shopServer({
      cache: new PageCache(),
      currencies: new VisitorCurrencies({ country: () => null }, 'https://shop.example'),
      trustedProxies: 0,
      files: builtFiles(folder, 'https://shop.example', log),
      log,
      app: {
        async fetch({ url }) {
          const { pathname } = new URL(url)
          asked.push(pathname)
          return new Response(`This is ${pathname}.`)
        },
      },
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })

  afterEach(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true })
    expect(troubles).toEqual([])
  })

  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {}) // the server may hang up while we write
    return socket
  }
  const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

  /** Sends `text` in one piece, and returns everything received until the server closes the connection. */
  async function send(text: string): Promise<string> {
    const socket = open()
    let answered = ''
    socket.on('data', (chunk) => (answered += chunk.toString('latin1')))
    socket.end(text)
    await closed(socket)
    return answered
  }

  /** A request from another client. */
  async function expectToServeOthers() {
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/others`)
    expect(await answer.text()).toBe('This is /others.')
  }

  test('may pipeline ten requests, which are answered in order', async () => {
    const paths = Array.from({ length: 11 }, (_, index) => `/page-${index}`)
    const socket = open()
    let answered = ''
    socket.write(paths.map((path) => ask(path)).join(''))
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      answered += chunk.toString()
      if (answered.includes('This is /page-10.')) break
    }
    expect(answered.match(/This is [^.]+/g)).toEqual(paths.map((path) => `This is ${path}`))
  })

  test('that pipelines 1,500 requests is closed after only a few were handled', async () => {
    await send(ask('/page').repeat(1_500))
    expect(asked.length).toBeLessThanOrEqual(11)
    await expectToServeOthers()
  })

  test.runIf(process.platform === 'linux')(
    'keeps no file open: not with a thousand requests for the video, nor without reading the response',
    async () => {
      const openFiles = () => readdirSync('/proc/self/fd').length
      const before = openFiles()
      const flooding = Array.from({ length: 5 }, () => send(ask('/hero/film.mp4').repeat(1_000)))
      const stalled = Array.from({ length: 30 }, () => {
        const socket = open()
        socket.pause()
        socket.write(ask('/hero/film.mp4').repeat(10))
        return socket
      })
      let most = 0
      const counting = setInterval(() => (most = Math.max(most, openFiles())), 1)
      await Promise.all(flooding)
      for (let times = 0; times < 20; times += 1) await expectToServeOthers()
      clearInterval(counting)
      const connections = 2 * (5 + 30 + 5) // both of their ends are in this process
      expect(most - before).toBeLessThanOrEqual(connections + 16)
      for (const socket of stalled) socket.destroy()
      await Promise.all(stalled.map(closed))
    },
  )

  test('that is closed in the middle of several videos logs nothing', async () => {
    const socket = open()
    socket.write(ask('/hero/film.mp4').repeat(5))
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await closed(socket)
    await expectToServeOthers()
  })

  test.each([
    ['/create-payment-intent', 1],
    ['/create-payment-intent?x', 1],
    ['/create%2Dpayment-intent?x=%zz', 1],
    ['http://shop.example/create-payment-intent', 1],
    ['/create-payment-intents', 0],
    ['/%zz', 0],
  ])('places an order after the waiting ones, however the address is spelled: %s', async (path, queued) => {
    const begin = vi.spyOn(SmallBatches.prototype, 'begin')
    const answer = await send(ask(path, 'connection: close').replace('GET', 'POST'))
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(begin).toHaveBeenCalledTimes(queued)
    begin.mockRestore()
  })

  test.each(['content-length: 100', 'transfer-encoding: chunked'])(
    'that requests a file with a body that never arrives (%s) is closed once it has the file',
    async (header) => {
      const socket = open()
      let answered = ''
      socket.on('data', (chunk) => (answered += chunk.toString('latin1')))
      socket.write(ask('/hero/film.mp4', header))
      await closed(socket)
      expect(answered).toMatch(/^HTTP\/1.1 200 [^]*\r\nconnection: close\r\n/i)
    },
  )

  test.each([
    ['two hosts', 'host: other.example'],
    ['two hosts, one of them invalid', 'host: a b'],
    ['a second host in capitals', 'HOST: shop.example'],
  ])('is refused with %s', async (_what, header) => {
    expect(await send(ask('/page', header))).toMatch(/^HTTP\/1.1 400 /)
    expect(asked).toEqual([])
  })

  test.each(['a b', 'shop.example/x', '', 'shop@evil.example', 'shop.example:port'])(
    'is refused with the host "%s"',
    async (host) => {
      expect(await send(`GET /page HTTP/1.1\r\nhost: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /)
      expect(asked).toEqual([])
    },
  )

  test.each(['shop.example', 'shop.example:3000', '127.0.0.1:80', '[::1]:3000', 'XN--SHP-1NA.example'])(
    'is answered with the host "%s"',
    async (host) => {
      expect(await send(`GET /page HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 200 /,
      )
    },
  )
})

test('a connection is closed when its client does not read a long response, and kept when there is nothing to read', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/long') response.end(Buffer.alloc(64 * 1024 * 1024))
    else setTimeout(() => response.end('short'), 300)
  })
  endStalledReaders(server, { sweepMs: 10, stallTimeoutMs: 50 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stalled = connect(port, '127.0.0.1')
  const letGo = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  stalled.pause()
  stalled.write(ask('/long'))
  const waiting = fetch(`http://127.0.0.1:${port}/slow-to-make`)
  await letGo
  expect(await (await waiting).text()).toBe('short')
  stalled.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
