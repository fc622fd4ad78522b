import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drain } from './drain.ts'

const NEVER = 2 ** 30
let server: Server
let port: number
let waiting: ServerResponse[]
let agent: Agent

beforeEach(async () => {
  waiting = []
  server = createServer((asked, response) => {
    if (asked.url === '/slow') waiting.push(response)
    else response.end('at once')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  agent = new Agent({ keepAlive: true, maxSockets: 1 })
})
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
})

async function ask(path = '/', via: Agent | false = agent) {
  const asked = request({ host: '127.0.0.1', port, path, agent: via })
  asked.end()
  const [response] = (await once(asked, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const bytes of response) text += String(bytes)
  return { connection: response.headers.connection, text }
}

test('an idle connection gets one more response, which closes it', async () => {
  expect(await ask()).toEqual({ connection: 'keep-alive', text: 'at once' })
  const drained = drain(server, NEVER)
  expect(await ask()).toEqual({ connection: 'close', text: 'at once' })
  await drained
  await expect(ask('/', false)).rejects.toThrow('ECONNREFUSED')
})

test('a running request is completed', async () => {
  const answer = ask('/slow')
  while (waiting.length === 0) await new Promise(setImmediate)
  const drained = drain(server, NEVER)
  waiting[0]?.end('at last')
  expect((await answer).text).toBe('at last')
  agent.destroy()
  await drained
})

test('after its timeout it closes the last connections', async () => {
  const answer = ask('/slow')
  const refused = expect(answer).rejects.toThrow('socket hang up')
  while (waiting.length === 0) await new Promise(setImmediate)
  await drain(server, 0)
  await refused
})

/** 25 clients and one with a kept connection, which send their requests while this thread does nothing. */
const CLIENTS = `
const { connect } = require('node:net')
const { parentPort, workerData: { port, sent } } = require('node:worker_threads')
let open = 26
const send = (socket) =>
  socket.write('GET / HTTP/1.1\\r\\nHost: shop\\r\\n\\r\\n', () => {
    if (--open > 0) return
    Atomics.store(sent, 0, 1)
    Atomics.notify(sent, 0)
  })
const ended = (socket) => new Promise((resolve) => {
  let text = ''
  socket.on('data', (bytes) => (text += bytes))
  socket.on('error', (error) => resolve(error.code))
  socket.on('close', () => resolve(text))
})
const kept = connect(port, '127.0.0.1', () => kept.write('GET / HTTP/1.1\\r\\nHost: shop\\r\\n\\r\\n'))
kept.once('data', () => {
  parentPort.postMessage('ready')
  const answers = [ended(kept)]
  send(kept)
  for (let at = 0; at < 25; at += 1) {
    const socket = connect(port, '127.0.0.1', () => send(socket))
    answers.push(ended(socket))
  }
  Promise.all(answers).then((texts) => parentPort.postMessage(texts))
})
`

test('a shop that stops answers what was sent before, and does not wait for idle connections', async () => {
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const clients = new Worker(CLIENTS, { eval: true, workerData: { port, sent } })
  await ask() // leaves an idle connection
  const begun = ask('/slow', false)
  while (waiting.length === 0) await new Promise(setImmediate)
  await once(clients, 'message')
  Atomics.wait(sent, 0, 0)
  const answers = once(clients, 'message')
  const drained = drain(server, NEVER, { isLast: true })
  const [texts] = (await answers) as [string[]]
  expect(texts).toHaveLength(26)
  for (const text of texts) expect(text).toMatch(/^HTTP\/1.1 200 OK[^]*Connection: close[^]*at once$/)
  waiting[0]?.end('at last')
  expect((await begun).text).toBe('at last')
  await drained
  await expect(ask('/', false)).rejects.toThrow('ECONNREFUSED')
})
