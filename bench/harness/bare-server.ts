import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fixed response: what the shop sent, without the headers that node:http adds. */
export interface FixedAnswer {
  status: number
  headers: string[]
  body: string
}

/** The minimum that node:http needs for the same bytes: no routing, no cookies, no choice of encoding. */
export interface BareServer {
  pid: number
  port: number
  answerWith(answer: FixedAnswer): Promise<void>
  stop(): void
}

if (process.send && import.meta.main) {
  let fixed: { status: number; headers: string[]; body: Buffer | undefined }
  const server = createServer((_request, response) => {
    response.writeHead(fixed.status, fixed.headers)
    response.end(fixed.body)
  })
  process.on('message', ({ status, headers, body }: FixedAnswer) => {
    fixed = { status, headers, body: body === '' ? undefined : Buffer.from(body, 'base64') }
    process.send?.('ready')
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

export async function startBareServer(): Promise<BareServer> {
  const child = fork(import.meta.filename, { stdio: 'inherit' })
  const nextMessage = () => new Promise<unknown>((resolve) => child.once('message', resolve))
  const port = (await nextMessage()) as number
  return {
    pid: child.pid ?? 0,
    port,
    async answerWith(answer) {
      const ready = nextMessage()
      child.send(answer)
      await ready
    },
    stop: () => void child.kill(),
  }
}

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive'])

/** Parses a response from `head` and `body` as received. */
export function fixedAnswer(head: string, body: Buffer): FixedAnswer {
  const [statusLine = '', ...lines] = head.trimEnd().split('\r\n')
  const headers = lines
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)])
    .filter(([name]) => !ADDED_BY_NODE.has(name.toLowerCase()))
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: headers.flat(),
    body: body.toString('base64'),
  }
}
