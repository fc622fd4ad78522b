import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StripeLedger } from './stripe-ledger.ts'
import { newId, refused, type Reply } from './stripe-reply.ts'
import { refusalOfRequest } from './stripe-document.ts'

/**
 * Speaks the part of Stripe's API that a card shop uses: payment intents, refunds, idempotency keys and errors, on a
 * port of this machine. A request that Stripe's own document does not allow is refused, and remembered in `mistakes`.
 */
export class StripeServer {
  readonly ledger = new StripeLedger()
  readonly mistakes: string[] = []
  /** Every request as `POST /v1/payment_intents`. */
  readonly requests: string[] = []
  readonly #kept = new Map<string, { request: string; reply: Reply }>()
  #cuts = 0
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The next `requests` are cut off without an answer. */
  cut(requests: number): void {
    this.#cuts = requests
  }

  /** Stripe forgets keys after a day. */
  forgetKeys(): void {
    this.#kept.clear()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#cuts > 0) {
      this.#cuts -= 1
      request.socket.destroy()
      return
    }
    const body = await readBody(request)
    const url = new URL(request.url ?? '/', 'http://stripe')
    const line = `${request.method} ${url.pathname}`
    this.requests.push(line)
    const form = new URLSearchParams(request.method === 'GET' ? url.search : body)
    const { status, body: answer } = this.#once(request, `${line} ${form}`, () => this.#reply(line, form))
    response.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') })
    response.end(JSON.stringify(answer))
  }

  #once(request: IncomingMessage, asked: string, reply: () => Reply): Reply {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return reply()
    const kept = this.#kept.get(key)
    if (!kept) {
      const made = reply()
      this.#kept.set(key, { request: asked, reply: structuredClone(made) })
      return made
    }
    if (kept.request === asked) return kept.reply
    return refused(
      400,
      'idempotency_error',
      'Keys for idempotent requests can only be used with the same parameters.',
    )
  }

  #reply(line: string, form: URLSearchParams): Reply {
    const mistake = refusalOfRequest(line, form)
    if (mistake === null) return this.ledger.reply(line, form)
    this.mistakes.push(`${line}: ${mistake}`)
    return refused(400, 'invalid_request_error', mistake, 'parameter_unknown')
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
