import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type RawAnswer } from './connection.ts'

const POOL_SIZE = 100
/** Shorter than the five seconds after which the shop closes an idle connection. */
const MAX_IDLE_MS = 4_000

/** Keep-alive connections to one process that visitors share, as those of a proxy are. */
export class Pool {
  readonly #port: number
  readonly #idle: { connection: Connection; since: number }[] = []
  readonly #waiting: (() => void)[] = []
  #busy = 0

  constructor(port: number) {
    this.#port = port
  }

  async ask(request: string): Promise<RawAnswer> {
    if (this.#busy < POOL_SIZE) this.#busy += 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      const connection = this.#kept() ?? (await Connection.open(this.#port))
      const answer = await connection.ask(request)
      this.#idle.push({ connection, since: performance.now() })
      return answer
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy -= 1
    }
  }

  #kept(): Connection | null {
    const kept = this.#idle.pop()
    if (kept === undefined) return null
    if (kept.connection.isOpen && performance.now() - kept.since < MAX_IDLE_MS) return kept.connection
    kept.connection.close()
    return null
  }

  close(): void {
    for (const { connection } of this.#idle) connection.close()
  }
}

const MAX_ATTEMPTS = 100
const RETRY_MS = 250

/** A browser with its cookies and an address of its own. `turn` decides both the address and the first process. */
export class DropBrowser {
  serverErrors = 0
  requests = 0
  bytes = 0
  readonly #pools: readonly Pool[]
  readonly #turn: number
  readonly #isPersistent: boolean
  readonly #cookies = new Map<string, string>()

  /** `isPersistent`: what got no answer, or one with 5xx, is asked again, of every process in turn. */
  constructor(pools: readonly Pool[], turn: number, isPersistent = false) {
    this.#pools = pools
    this.#turn = turn
    this.#isPersistent = isPersistent
  }

  get(path: string): Promise<RawAnswer> {
    return this.#ask('GET', path)
  }

  /** A form of the page of a room. */
  send(path: string, drop: string): Promise<RawAnswer> {
    return this.form(path, { drop })
  }

  form(path: string, fields: Record<string, string>): Promise<RawAnswer> {
    const body = String(new URLSearchParams(fields))
    return this.#ask('POST', path, 'application/x-www-form-urlencoded', body)
  }

  async post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await this.#ask('POST', path, 'application/json', JSON.stringify(body))
    return { status: answer.status, body: JSON.parse(String(answer.body)) as Record<string, unknown> }
  }

  /** The number of its arrival; null: it has none. */
  get number(): number | null {
    const place = [...this.#cookies].find(([name]) => name.startsWith('place-'))?.[1]
    return place === undefined ? null : Number(place.split('.')[0])
  }

  async #ask(method: string, path: string, type = '', body = ''): Promise<RawAnswer> {
    const address = `198.${18 + (this.#turn >> 16)}.${(this.#turn >> 8) & 255}.${this.#turn & 255}`
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const request =
      `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n` +
      (cookie && `cookie: ${cookie}\r\n`) +
      (type && `content-type: ${type}\r\n`) +
      (method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : '') +
      `\r\n${body}`
    const answer = await this.#answered(request)
    for (const [, name = '', value = ''] of answer.head.matchAll(/^set-cookie: *([^=\r\n]+)=([^;\r\n]*)/gim))
      this.#cookies.set(name, value)
    return answer
  }

  async #answered(request: string): Promise<RawAnswer> {
    for (let tried = 0; ; tried += 1) {
      const pool = this.#pools[(this.#turn + tried) % this.#pools.length]!
      this.requests += 1
      this.bytes += Buffer.byteLength(request)
      try {
        const answer = await pool.ask(request)
        if (answer.status < 500) return answer
        this.serverErrors += 1
        if (!this.#isPersistent) return answer
      } catch (error) {
        if (!this.#isPersistent || tried >= MAX_ATTEMPTS) throw error
      }
      if (tried >= MAX_ATTEMPTS) throw new Error('No answer came, however often it was asked')
      await sleep(RETRY_MS * (0.5 + Math.random()))
    }
  }
}
