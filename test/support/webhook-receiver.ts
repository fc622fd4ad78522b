import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

/** What a receiver got: the headers in lower case. */
export interface Received {
  headers: Record<string, string>
  body: string
}

const HEADERS: Readonly<Record<number, Record<string, string>>> = {
  101: { connection: 'Upgrade', upgrade: 'another-protocol' },
  302: { location: '/elsewhere' },
}

/** A program on this machine that webhooks are sent to. `answer` decides the status of each message. */
export async function openReceiver(answer: (received: Received) => number | Promise<number>) {
  const got: Received[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const received = {
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        ),
        body: Buffer.concat(chunks).toString(),
      }
      const status = await answer(received)
      if (status >= 200 && status < 300) got.push(received)
      response.writeHead(status, HEADERS[status]).end(`answered ${status}`)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    got,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
