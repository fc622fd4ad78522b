import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { standingOf, type RoomStatus } from '#domain/drops/room.ts'
import { DropBrowser, Pool } from '#scripts/robots/drop-browser.ts'
import { CUSTOMER } from '#scripts/robots/robot-buyer.ts'
import { drawnPlace, shuffled, type RoomLoad } from '#scripts/robots/room-load.ts'

/** One client that takes places from as many addresses, with a cookie for each, and pays for nothing. */
export interface HoardLoad extends Pick<RoomLoad, 'ports' | 'handle' | 'startsAt' | 'earlyMs' | 'pieces'> {
  addresses: number
  /** It gives up so long after the start. */
  forMs: number
}

/** What it cost. */
export interface HoardReport {
  requests: number
  bytes: number
  orders: number
  placed: number
}

/** Of its addresses, away from those of visitors. */
const FIRST = 100_000
const LOOK_MS = 1_000
/** It tries to hold again this often, with the same checkout and with others. */
const AGAIN_MS = 5_000

export async function hoardDrop(load: HoardLoad): Promise<HoardReport> {
  const pools = load.ports.map((port) => new Pool(port))
  const report: HoardReport = { requests: 0, bytes: 0, orders: 0, placed: 0 }
  const browsers = Array.from({ length: load.addresses }, (_, at) => new DropBrowser(pools, FIRST + at))
  const isOn = () => Date.now() < load.startsAt + load.forMs
  let status: RoomStatus | null = null
  async function look(): Promise<void> {
    const answer = await browsers[0]!.get(`/api/drops/${load.handle}/room`)
    status = JSON.parse(String(answer.body)) as RoomStatus
  }

  async function order(browser: DropBrowser, checkoutId: string): Promise<void> {
    for (const { productId, size, amount } of shuffled(load.pieces)) {
      report.orders += 1
      const customer = {
        ...CUSTOMER,
        email: `hoarder-${randomUUID()}@bench.example`,
        address: `${randomUUID()} St`,
      }
      const items = [{ productId, size, quantity: 1 }]
      const { body } = await browser.post('/create-payment-intent', {
        checkoutId,
        amount,
        currency: 'cad',
        items,
        customer,
      })
      if (body['clientSecret'] !== undefined) report.placed += 1
      if (body['type'] !== '/problems/cart-changed') return
    }
  }

  /** Keeps one place in use, and takes another when it has ended. */
  async function keep(browser: DropBrowser): Promise<void> {
    await sleep(Math.max(0, load.startsAt - 2_000 - Math.random() * load.earlyMs - Date.now()))
    await browser.send('/api/drops/join', load.handle)
    let checkoutId = randomUUID()
    while (isOn()) {
      await sleep(LOOK_MS)
      const known = status
      const { number } = browser
      if (known === null || known.seed === null || known.present === null || number === null) continue
      const standing = standingOf(drawnPlace(number, known.seed, known.present), known)
      if (standing === 'lapsed') await browser.send('/api/drops/join', load.handle)
      if (standing !== 'served') continue
      await browser.send('/api/drops/turn', load.handle)
      await order(browser, checkoutId)
      await sleep(AGAIN_MS)
      await order(browser, (checkoutId = randomUUID()))
    }
  }

  async function watch(): Promise<void> {
    while (isOn()) {
      await look()
      await sleep(LOOK_MS)
    }
  }
  await Promise.all([watch(), ...browsers.map(keep)])
  for (const { requests, bytes } of browsers) {
    report.requests += requests
    report.bytes += bytes
  }
  for (const pool of pools) pool.close()
  return report
}
