import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type RawAnswer } from '#bench/harness/connection.ts'
import { askAgainIn, placeOf, standingOf, type RoomStatus } from '#domain/drops/room.ts'
import type { ProductId } from '#domain/ids.ts'
import { CARD, CUSTOMER } from './order-load.ts'

/** Visitors of a waiting room, at one or more processes of the shop. `amount`: of one piece, with tax and delivery. */
export interface RoomLoad {
  ports: number[]
  handle: string
  /** When the room starts: epoch milliseconds. `early` come before it, over `earlyMs`; `late` in `lateMs` after it. */
  startsAt: number
  early: number
  earlyMs: number
  late: number
  lateMs: number
  productId: ProductId
  sizes: string[]
  amount: number
}

/** `polls`: how long the answers about the room took, in milliseconds. `orders`: of those present at the start. */
export interface RoomReport {
  polls: number[]
  slowest: number
  paid: number
  soldOut: number
  failed: Record<string, number>
  serverErrors: number
  /** From the start to the last piece that was paid. */
  secondsToLastSale: number
  orders: { number: number; place: number }[]
}

const POOL = 100
/** They close the page before their turn. */
const LEAVE = 0.1
const MAX_RUN_MS = 5 * 60_000

/** Everyone joins, waits as the page of the room does, takes the turn, and buys the first size that is left. */
export async function loadRoom(load: RoomLoad): Promise<RoomReport> {
  const pools = await Promise.all(load.ports.map((port) => Pool.open(port)))
  const report: RoomReport = {
    polls: [],
    slowest: 0,
    paid: 0,
    soldOut: 0,
    failed: {},
    serverErrors: 0,
    secondsToLastSale: 0,
    orders: [],
  }
  const visitors = Array.from({ length: load.early + load.late }, (_, turn) => {
    const isEarly = turn < load.early
    const at = isEarly
      ? load.startsAt - 2_000 - Math.random() * load.earlyMs
      : load.startsAt + Math.random() * load.lateMs
    return visit({ load, report, pool: pools[turn % pools.length]!, turn, at, isEarly }).catch(
      (error: unknown) => {
        const words = String(error)
        report.failed[words] = (report.failed[words] ?? 0) + 1
      },
    )
  })
  await Promise.all(visitors)
  report.slowest = Math.max(0, ...report.polls)
  for (const pool of pools) pool.close()
  return report
}

interface Visit {
  load: RoomLoad
  report: RoomReport
  pool: Pool
  turn: number
  at: number
  isEarly: boolean
}

async function visit({ load, report, pool, turn, at, isEarly }: Visit): Promise<void> {
  const { handle, startsAt } = load
  const address = `198.${18 + (turn >> 16)}.${(turn >> 8) & 255}.${turn & 255}`
  const cookies = new Map<string, string>()
  async function ask(method: string, path: string, type = '', body = ''): Promise<RawAnswer> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await pool.ask(
      `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n` +
        (cookie && `cookie: ${cookie}\r\n`) +
        (type && `content-type: ${type}\r\n`) +
        (method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : '') +
        `\r\n${body}`,
    )
    if (answer.status >= 500) report.serverErrors += 1
    for (const [, name = '', value = ''] of answer.head.matchAll(/^set-cookie: *([^=\r\n]+)=([^;\r\n]*)/gim))
      cookies.set(name, value)
    return answer
  }
  const form = (path: string) => ask('POST', path, 'application/x-www-form-urlencoded', `drop=${handle}`)
  const ownNumber = () => Number([...cookies].find(([name]) => name.startsWith('place-'))?.[1].split('.')[0])

  await sleep(Math.max(0, at - Date.now()))
  await form('/api/drops/join')
  const number = ownNumber()
  if (!Number.isInteger(number)) throw new Error('No place was given')
  const leaves = Math.random() < LEAVE
  let place: number | null = null
  for (;;) {
    if (Date.now() > startsAt + MAX_RUN_MS) throw new Error('It took too long')
    const asked = performance.now()
    const answer = await ask('GET', `/api/drops/${handle}/room`)
    report.polls.push(performance.now() - asked)
    if (answer.status !== 200) throw new Error(`A poll got ${answer.status}`)
    const status = JSON.parse(String(answer.body)) as RoomStatus
    if (status.seed !== null && status.present !== null && place === null) {
      place = await placeOf(number, status.seed, status.present)
      if (isEarly) report.orders.push({ number, place })
    }
    if (place !== null && status.pieces === 'none') return void (report.soldOut += 1)
    if (place !== null && standingOf(place, status) === 'served') {
      if (leaves) return
      break
    }
    await sleep(askAgainIn(status, place, Math.random()))
  }
  await form('/api/drops/turn')
  const outcome = await buy(
    load,
    (path, body) => ask('POST', path, 'application/json', JSON.stringify(body)),
    turn,
  )
  if (outcome === 'sold-out') report.soldOut += 1
  else if (outcome === 'paid') {
    report.paid += 1
    report.secondsToLastSale = (Date.now() - startsAt) / 1_000
  } else throw new Error(outcome)
}

async function buy(
  { productId, sizes, amount }: RoomLoad,
  post: (path: string, body: object) => Promise<RawAnswer>,
  turn: number,
): Promise<string> {
  const checkoutId = randomUUID()
  const customer = {
    ...CUSTOMER,
    email: `visitor-${turn}@bench.example`,
    address: `${turn + 1} Broadway Avenue`,
  }
  for (const size of sizes.toSorted(() => Math.random() - 0.5)) {
    const items = [{ productId, size, quantity: 1 }]
    const placed = await post('/create-payment-intent', {
      checkoutId,
      amount,
      currency: 'cad',
      items,
      customer,
    })
    if (placed.status === 409) continue
    if (placed.status !== 200) return `An order got ${placed.status}: ${String(placed.body).slice(0, 120)}`
    const { clientSecret } = JSON.parse(String(placed.body)) as { clientSecret: string }
    await post('/test-gateway/confirm', { clientSecret, card: CARD })
    const settled = await post('/api/checkout/settle', { clientSecret })
    return (JSON.parse(String(settled.body)) as { state?: string }).state ?? 'unknown'
  }
  return 'sold-out'
}

/** Keep-alive connections that visitors share, as those of a proxy are. */
class Pool {
  readonly #free: Connection[]
  readonly #waiting: ((connection: Connection) => void)[] = []

  readonly #port: number

  private constructor(port: number, connections: Connection[]) {
    this.#port = port
    this.#free = connections
  }

  static async open(port: number): Promise<Pool> {
    return new Pool(port, await Promise.all(Array.from({ length: POOL }, () => Connection.open(port))))
  }

  async ask(request: string): Promise<RawAnswer> {
    const free = this.#free.pop() ?? (await new Promise<Connection>((resolve) => this.#waiting.push(resolve)))
    const connection = free.isOpen ? free : await Connection.open(this.#port)
    try {
      return await connection.ask(request)
    } finally {
      const next = this.#waiting.shift()
      if (next) next(connection)
      else this.#free.push(connection)
    }
  }

  close(): void {
    for (const connection of this.#free) connection.close()
  }
}
