import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What can go wrong between the shop and a supplier. `refused`: nothing listens at the address. */
export const WIRE_FAULTS = ['refused', 'slow', 'half-an-answer', 'not-json', 'not-http'] as const

export type WireFault = (typeof WIRE_FAULTS)[number]

/** An answer in place of the fake's own. */
export interface FaultAnswer {
  status: number
  body?: string | object
  headers?: Record<string, string>
}

/** A request that the fake has received. */
export interface SeenRequest {
  method: string
  /** Path and query. */
  url: string
  headers: IncomingMessage['headers']
  body: Buffer
  at: number
}

/** The answer of a fake to one request; the body is read already. */
export type FakeAnswer = (request: SeenRequest, response: ServerResponse) => void | Promise<void>

export interface SupplierServer {
  /** Its base address, without a slash at the end. */
  url: string
  requests: SeenRequest[]
  /** Every request fails in this way from now on; null ends it. */
  disturb(fault: WireFault | FaultAnswer | null): Promise<void>
  close(): Promise<void>
}

/** A fake of a supplier on this machine, whose connections can be made to fail. */
export async function startSupplierServer(answer: FakeAnswer): Promise<SupplierServer> {
  const requests: SeenRequest[] = []
  let fault: WireFault | FaultAnswer | null = null
  const sockets = new Set<Socket>()
  const listener: RequestListener = async (incoming, response) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const { method = 'GET', url = '/', headers } = incoming
    const request = { method, url, headers, body: Buffer.concat(pieces), at: Date.now() }
    requests.push(request)
    if (fault === null) await answer(request, response)
    else disturbAnswer(fault, response)
  }
  const open = () => {
    const server = createServer((request, response) => {
      void Promise.resolve(listener(request, response)).catch((error: unknown) => {
        response.statusCode = 599
        response.end(String(error))
      })
    })
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    return server
  }
  let server = open()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async disturb(next) {
      fault = next
      if (next === 'refused') return stop()
      if (server.listening) return
      server = open()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    close: stop,
  }
}

function disturbAnswer(fault: WireFault | FaultAnswer, response: ServerResponse): void {
  if (typeof fault === 'object') {
    const { status, body = '', headers } = fault
    const isText = typeof body === 'string'
    response.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
    return
  }
  if (fault === 'slow') return // never answers
  if (fault === 'not-json') {
    response.end('<!doctype html><title>Sign in to the Wi-Fi</title>')
    return
  }
  if (fault === 'not-http') {
    response.socket?.end('220 mail.example ESMTP\r\n')
    return
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"records":[')
  setTimeout(() => response.socket?.destroy(), 20)
}
