import { Agent, createServer, request, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
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
