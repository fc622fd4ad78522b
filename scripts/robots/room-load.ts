import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { askAgainIn, standingOf, type RoomStatus } from '#domain/drops/room.ts'
import type { ProductId } from '#domain/ids.ts'
import type { RobotCounts } from '#domain/drops/rehearsal.ts'
import { DropBrowser, Pool } from './drop-browser.ts'
import { cardOf, CUSTOMER } from './robot-buyer.ts'

/** A size of a product of the drop. `amount`: of one piece, with tax and delivery. */
export interface DropPiece {
  productId: ProductId
  size: string
  amount: number
}

/** Visitors of a drop, at one or more processes of the shop. */
export interface RoomLoad {
  /** What the lines about its progress begin with; without one there are none. */
  title?: string
  ports: number[]
  handle: string
  /** Without a room everyone asks for the product at the start, and orders. */
  hasRoom: boolean
  /** When the sale starts: epoch milliseconds. `early` come before it, over `earlyMs`; `late` in `lateMs` after it. */
  startsAt: number
  early: number
  earlyMs: number
  late: number
  lateMs: number
  pieces: DropPiece[]
  /** They give up so long after the start. */
  forMs?: number
  /** Who they are, beside name of the street and address of the email, and what they pay in. */
  customer?: typeof CUSTOMER
  currency?: string
  /** The draw checks a card of everyone who enters. */
  checksCard?: boolean
  /** One of so many orders and does not pay. */
  abandonOneOf?: number
  /** They all stop when this is aborted. */
  stop?: AbortSignal
  /** Processes end meanwhile: everyone is persistent, and enters again after the start, to see the same place. */
  isStormy?: boolean
}

/**
 * `polls` and `orders`: how long their answers took, in milliseconds. `draw`: of all who were told their place.
 * `waiting`: of who arrived, those to whom nothing has come yet.
 */
export interface RoomReport extends RobotCounts {
  polls: number[]
  orders: number[]
  /** Visitors whose place became another one. */
  moved: number
  failures: Record<string, number>
  serverErrors: number
  /** From the start to the last piece that was paid. */
  secondsToLastSale: number
  draw: { number: number; place: number; isPresent: boolean }[]
}

/** They close the page before their turn. */
const LEAVE = 0.1
/** One of so many orders under the name of the one before, to have two. */
const TWICE = 20
/** After the moment, pages load again over this time. */
const RELOAD_MS = 1_500
/** Without a room: how many sizes somebody tries, and how often while the shop is busy. */
const SIZES_TRIED = 2
const BUSY_TRIED = 5
const USUAL_RUN_MS = 100_000
const LINE_MS = 5_000

/** Of a crowd that has not come yet. */
export function newReport(): RoomReport {
  return {
    polls: [],
    orders: [],
    arrived: 0,
    waiting: 0,
    paid: 0,
    soldOut: 0,
    left: 0,
    abandoned: 0,
    refused: 0,
    missed: 0,
    moved: 0,
    failed: 0,
    failures: {},
    serverErrors: 0,
    secondsToLastSale: 0,
    draw: [],
  }
}

/** Everyone joins, waits as the page of the room does, takes the turn, and buys the first size that is left. */
export async function loadRoom(load: RoomLoad, report = newReport()): Promise<RoomReport> {
  const pools = load.ports.map((port) => new Pool(port))
  const isOver = new AbortController()
  load.stop?.addEventListener('abort', () => isOver.abort())
  const line = setInterval(() => {
    const { paid, polls, orders } = report
    if (load.title === undefined) return
    const seconds = Math.round((Date.now() - load.startsAt) / 1_000)
    console.log(
      `  ${load.title}, ${seconds} s from the start: ${paid} paid, ${orders.length} orders, ${polls.length} polls`,
    )
  }, LINE_MS)
  const visitors = Array.from({ length: load.early + load.late }, async (_, turn) => {
    const browser = new DropBrowser(pools, turn, load.isStormy)
    try {
      await new Visit(load, report, browser, turn, isOver).go()
    } catch (error) {
      if (!load.stop?.aborted) {
        const words = String(error)
        report.failures[words] = (report.failures[words] ?? 0) + 1
        report.failed += 1
      }
    }
    report.serverErrors += browser.serverErrors
  })
  await Promise.all(visitors)
  clearInterval(line)
  for (const pool of pools) pool.close()
  return report
}

/** What came to a visitor; `stopped`: nothing before all were stopped. */
type Ending = 'paid' | 'soldOut' | 'left' | 'abandoned' | 'refused' | 'missed' | 'stopped'

class Visit {
  readonly #load: RoomLoad
  readonly #report: RoomReport
  readonly #browser: DropBrowser
  readonly #turn: number
  /** Nothing is left: those who sleep need not ask again to know. */
  readonly #isOver: AbortController

  constructor(
    load: RoomLoad,
    report: RoomReport,
    browser: DropBrowser,
    turn: number,
    isOver: AbortController,
  ) {
    this.#load = load
    this.#report = report
    this.#browser = browser
    this.#turn = turn
    this.#isOver = isOver
  }

  async go(): Promise<void> {
    const { hasRoom, startsAt, earlyMs, lateMs } = this.#load
    const isEarly = this.#turn < this.#load.early
    const before = hasRoom ? -2_000 - Math.random() * earlyMs : Math.random() * RELOAD_MS
    const comesIn = Math.max(0, startsAt + (isEarly ? before : Math.random() * lateMs) - Date.now())
    await sleep(comesIn, null, { signal: this.#load.stop }).catch(() => {})
    if (this.#load.stop?.aborted) return
    this.#report.arrived += 1
    this.#report.waiting += 1
    try {
      const outcome = hasRoom ? await this.#waitAndBuy() : await this.#rush()
      if (outcome === 'paid') this.#report.secondsToLastSale = (Date.now() - startsAt) / 1_000
      if (outcome !== 'stopped') this.#report[outcome] += 1
    } finally {
      if (!this.#load.stop?.aborted) this.#report.waiting -= 1
    }
  }

  async #waitAndBuy(): Promise<Ending> {
    const { handle, startsAt, isStormy = false, forMs = USUAL_RUN_MS } = this.#load
    const browser = this.#browser
    await browser.send('/api/drops/join', handle)
    const { number } = browser
    if (number === null) throw new Error('No place was given')
    const leaves = Math.random() < LEAVE
    let place: number | null = null
    for (;;) {
      if (Date.now() > startsAt + forMs) throw new Error('It took too long')
      const status = await this.#poll()
      if (status.seed !== null && status.present !== null) {
        const drawn = drawnPlace(number, status.seed, status.present)
        if (place === null) {
          const isPresent = number <= status.present
          this.#report.draw.push({ number, place: drawn, isPresent })
        }
        if (place === null && isStormy) await browser.send('/api/drops/join', handle)
        const standing = standingOf(drawn, status)
        if (standing === 'lapsed') return 'missed'
        if ((place ?? drawn) !== drawn || browser.number !== number) this.#report.moved += 1
        place = drawn
        if (status.pieces === 'none') return this.#nothingLeft()
        if (standing === 'served') break
      }
      const wait = askAgainIn(status, place, Math.random())
      const isAwake = await sleep(wait, true, { signal: this.#isOver.signal }).catch(() => false)
      if (this.#load.stop?.aborted) return 'stopped'
      if (!isAwake) return 'soldOut'
    }
    if (leaves) return 'left'
    await browser.send('/api/drops/turn', handle)
    return this.#buy(shuffled(this.#load.pieces))
  }

  async #poll(): Promise<RoomStatus> {
    const asked = performance.now()
    const answer = await this.#browser.get(`/api/drops/${this.#load.handle}/room`)
    this.#report.polls.push(performance.now() - asked)
    if (answer.status !== 200) throw new Error(`A poll got ${answer.status}`)
    return JSON.parse(String(answer.body)) as RoomStatus
  }

  async #rush(): Promise<Ending> {
    const pieces = shuffled(this.#load.pieces).slice(0, SIZES_TRIED)
    await this.#browser.get(`/product/${pieces[0]?.productId}`)
    return this.#buy(pieces)
  }

  async #buy(pieces: readonly DropPiece[]): Promise<Ending> {
    const checkoutId = randomUUID()
    const buyer = this.#turn % TWICE === 0 ? this.#turn + 1 : this.#turn
    const { customer: person = CUSTOMER, currency = 'cad' } = this.#load
    const customer = {
      ...person,
      email: `visitor-${buyer}@bench.example`,
      address: `${buyer + 1} Broadway Avenue`,
    }
    let busy = 0
    for (const { productId, size, amount } of pieces) {
      const items = [{ productId, size, quantity: 1 }]
      const asked = performance.now()
      const order = { checkoutId, amount, currency, items, customer }
      let placed = await this.#browser.post('/create-payment-intent', order)
      while (placed.status === 503 && busy < BUSY_TRIED) {
        busy += 1
        await sleep(1_000)
        placed = await this.#browser.post('/create-payment-intent', order)
      }
      this.#report.orders.push(performance.now() - asked)
      const { clientSecret, type } = placed.body as { clientSecret?: string; type?: string }
      if (clientSecret !== undefined) return this.#pay(clientSecret)
      if (type === '/problems/over-person-limit') return 'refused'
      if (type === '/problems/turn-needed') return 'missed'
      if (type !== '/problems/cart-changed') throw new Error(`An order got ${placed.status} ${type}`)
    }
    return 'soldOut'
  }

  async #pay(clientSecret: string): Promise<Ending> {
    const { abandonOneOf } = this.#load
    if (abandonOneOf !== undefined && this.#turn % abandonOneOf === abandonOneOf - 1) return 'abandoned'
    await payOrder(this.#browser, clientSecret, this.#turn)
    return 'paid'
  }

  #nothingLeft(): 'soldOut' {
    if (this.#load.isStormy !== true) this.#isOver.abort()
    return 'soldOut'
  }
}

/** Pays with the card of a turn, and asks until the shop knows. */
export async function payOrder(browser: DropBrowser, clientSecret: string, turn: number): Promise<void> {
  await browser.post('/test-gateway/confirm', { clientSecret, card: cardOf(turn) })
  for (let tried = 0; ; tried += 1) {
    const { status, body } = await browser.post('/api/checkout/settle', { clientSecret })
    if (body['state'] === 'paid') return
    if (tried >= BUSY_TRIED) throw new Error(`A payment got ${status} ${String(body['state'])}`)
    await sleep(1_000)
  }
}

/** How many numbers and places more than one visitor was given. */
export function doubles(draw: RoomReport['draw']): number {
  const distinct = (field: 'number' | 'place') => new Set(draw.map((one) => one[field])).size
  return 2 * draw.length - distinct('number') - distinct('place')
}

export const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)

/** The place that docs/wings/drops.md describes, without the code of the shop. */
export function drawnPlace(number: number, seed: string, present: number): number {
  if (number > present) return number
  let b = 1
  while (4 ** b < present) b += 1
  let x = number - 1
  do {
    let [l, r] = [Math.floor(x / 2 ** b), x % 2 ** b]
    for (let i = 0; i < 12; i += 1) {
      const bytes = seed + i.toString(16).padStart(2, '0') + r.toString(16).padStart(8, '0')
      const f = createHash('sha256').update(bytes, 'hex').digest().readUInt32BE()
      ;[l, r] = [r, l ^ (f % 2 ** b)]
    }
    x = l * 2 ** b + r
  } while (x >= present)
  return x + 1
}
