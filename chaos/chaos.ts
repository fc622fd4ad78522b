import { setTimeout as sleep } from 'node:timers/promises'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { cents } from '#domain/money.ts'
import type { Product } from '#domain/catalog/product.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { MUST_BE_ZERO, audit, readStock } from './audit/audit.ts'
import { counterFor } from './actors/counter.ts'
import { setPostgresDisk } from './fill-postgres.ts'
import { faultsOfHoarders, Hoarders } from './actors/hoarders.ts'
import { retryWork } from './retry-work.ts'
import {
  NO_OUTAGES,
  planIncidents,
  type Incident,
  type Measure,
  type Restart,
  type Outage,
  type Outages,
} from './plan.ts'
import { StaffRefunds } from './actors/staff-refunds.ts'
import { mergeComplaints, tally, unexpected, type Report } from './report.ts'
import { Recovery } from './recovery.ts'
import { openScene, PACKET_DELAY_MS, type PostgresDatabase, type Scene } from './scene.ts'
import { seededRandom } from './seeded-random.ts'
import { Shopper, type Purchase } from './actors/shopper.ts'
import { untilQuiet } from './until-quiet.ts'

const CONCURRENT_SHOPPERS = 60
/** How far shoppers may run ahead of the incidents, so that kills do not hit an idle shop. */
const MAX_AHEAD = 40
const KILLS_BETWEEN_LINES = 10
/** Longer than a hold, a lease and the longest outbox delay after the outages of a run. */
const MUCH_LATER_MS = 3 * 60 * 60_000

/**
 * One run on one engine: shoppers and incidents, then a calm phase, then the audit. `onProgress` receives messages.
 */
export async function runChaos(
  measure: Measure,
  postgres?: PostgresDatabase,
  onProgress: (progress: string) => void = () => {},
): Promise<Report> {
  const scene = await openScene({ ...measure, isFar: true }, postgres?.url)
  try {
    return await new Run(measure, scene, onProgress, postgres).go()
  } finally {
    await scene.close()
  }
}

class Run {
  readonly #measure: Measure
  readonly #scene: Scene
  readonly #printProgress: (progress: string) => void
  readonly #purchases: Purchase[] = []
  readonly #incidents: Incident[]
  readonly #postgres: PostgresDatabase | undefined
  readonly #outages: Record<Outage, number> = { mail: 0, disk: 0, gateway: 0, slowGateway: 0, slowMail: 0 }
  readonly #restarts: Restart[] = []
  readonly #healthyAfterRestart: number[] = []
  readonly #staffRefunds: StaffRefunds
  readonly #hoarders: Hoarders
  readonly #recovery: Recovery
  readonly #slow: Promise<void>[] = []
  #now: Outages = NO_OUTAGES
  #products: Product[]
  #begun = 0
  #starts = 0

  constructor(
    measure: Measure,
    scene: Scene,
    onProgress: (progress: string) => void,
    postgres: PostgresDatabase | undefined,
  ) {
    this.#postgres = postgres
    this.#printProgress = onProgress
    this.#measure = measure
    this.#scene = scene
    this.#products = scene.products
    this.#incidents = planIncidents(measure, { restarts: postgres !== undefined })
    this.#staffRefunds = new StaffRefunds(scene)
    this.#hoarders = new Hoarders(scene, measure.seed)
    this.#recovery = new Recovery(scene, () => this.#now)
  }

  async go(): Promise<Report> {
    const { database, processes, dataDir, sentLog } = this.#scene
    const started = performance.now()
    const before = await readStock(database)
    await Promise.all(processes.map((_, which) => this.#start(which)))
    await Promise.all([
      this.#letIncidentsHappen(),
      ...Array.from({ length: CONCURRENT_SHOPPERS }, () => this.#keepBuying()),
    ])
    await Promise.all(this.#slow)
    const noise = await this.#calmDown()
    const counts = await audit(database, { before, purchases: this.#purchases, dataDir, sentLog })
    const { seed, kills, purchases } = this.#measure
    const hoarded = await this.#hoarders.report()
    const restarted = this.#restarts.length > 0
    const complaints = processes.map((process) => process.complaints)
    return {
      seed,
      kills,
      purchases,
      processes: processes.length,
      seconds: Math.round((performance.now() - started) / 100) / 10,
      endings: tally(this.#purchases.map(({ ending }) => ending)),
      habits: tally(this.#purchases.map(({ habit }) => habit)),
      outages: this.#outages,
      delayMs: this.#postgres ? PACKET_DELAY_MS : 0,
      restarts: tally(this.#restarts),
      healthyAfterRestart: this.#healthyAfterRestart,
      disputedRefunds: tally(this.#staffRefunds.made),
      ...hoarded,
      healthyAfter: this.#recovery.healthyAfter,
      mailAfter: this.#recovery.mailAfter,
      takenUpAfter: this.#recovery.takenUpAfter,
      books: counts,
      faults: [
        ...noise,
        ...unexpected(complaints, { restarted }),
        ...faultsOfHoarders(hoarded),
        ...MUST_BE_ZERO.filter((count) => counts[count] !== 0).map((count) => `${count}: ${counts[count]}`),
      ],
      complaints: mergeComplaints(complaints),
    }
  }

  async #keepBuying(): Promise<void> {
    const { seed, purchases } = this.#measure
    const urls = this.#scene.processes.map((process) => process.url)
    while (this.#begun < purchases) {
      const next = this.#incidents[0]
      if (next && this.#begun > next.after + MAX_AHEAD) {
        await sleep(10)
        continue
      }
      const turn = this.#begun
      this.#begun += 1
      const chance = seededRandom(seed, turn + 1)
      const address = `198.${18 + (turn >> 16)}.${(turn >> 8) & 255}.${turn & 255}`
      const counter = counterFor(urls, address, turn)
      const shopper = new Shopper({ counter, chance, name: `shopper-${turn}` })
      const bought = shopper.buy(this.#products).then((purchase) => this.#note(purchase))
      if (shopper.isSlow) this.#slow.push(bought)
      else await bought
    }
  }

  #note(purchase: Purchase): void {
    this.#purchases.push(purchase)
    this.#staffRefunds.note(purchase)
  }

  async #letIncidentsHappen(): Promise<void> {
    const lasting: Promise<unknown>[] = []
    for (let next = this.#incidents[0]; next; next = this.#incidents[0]) {
      while (this.#begun < Math.min(next.after, this.#measure.purchases)) await sleep(5)
      if (next.kind === 'kill') lasting.push((await this.#kill(next)).recovery)
      else if (next.kind === 'outage') lasting.push(this.#outage(next.outage, next.forMs))
      else if (next.kind === 'disputed-refund') lasting.push(this.#staffRefunds.refund(next))
      else if (next.kind === 'hoarder') lasting.push(this.#hoarders.hoard(next))
      else if (next.kind === 'restart') await this.#restart(next.how)
      else await this.#changePrices(next.after)
      this.#incidents.shift()
    }
    await Promise.all(lasting)
  }

  /**
   * Resolves when the process is healthy again; the returned promise resolves after its first mail and when its tasks
   * were taken up.
   */
  async #kill({
    process: which,
    waitMs,
  }: Extract<Incident, { kind: 'kill' }>): Promise<{ recovery: Promise<unknown> }> {
    await sleep(waitMs)
    const process = this.#scene.processes[which]
    if (!process) throw new Error(`There is no process ${which}`)
    const killed = performance.now()
    await process.kill()
    const recovery = this.#recovery
    const sentBefore = recovery.sentSize()
    const takingUp = recovery.recordTasksTakenUp(killed)
    await this.#start(which)
    const kills = recovery.recordHealthy(killed)
    if (kills % KILLS_BETWEEN_LINES === 0) this.#printProgress(`${kills} kills, ${this.#begun} purchases`)
    // While another process is alive, a mail proves nothing about this one.
    const provesRecovery = this.#scene.processes.length === 1
    return {
      recovery: Promise.all([takingUp, provesRecovery && recovery.recordFirstMail(killed, sentBefore)]),
    }
  }

  /** The processes keep running. Resolves when all of them are healthy again. */
  async #restart(how: Restart): Promise<void> {
    const stopped = performance.now()
    await this.#postgres?.restart(how)
    await Promise.all(this.#scene.processes.map((process) => process.untilHealthy()))
    this.#healthyAfterRestart.push(Math.round(performance.now() - stopped))
    this.#restarts.push(how)
  }

  #start(which: number, { laterMs = 0, calm = false } = {}): Promise<void> {
    const process = this.#scene.processes[which]
    if (!process) throw new Error(`There is no process ${which}`)
    this.#starts += 1
    const { sentLog } = this.#scene
    return process.start({
      seed: this.#measure.seed + this.#starts,
      laterMs,
      calm,
      sentLog,
      outages: this.#now,
    })
  }

  async #outage(outage: Outage, forMs: number): Promise<void> {
    if (this.#now[outage]) return
    this.#outages[outage] += 1
    await this.#setOutages({ ...this.#now, [outage]: true })
    await sleep(forMs)
    await this.#setOutages({ ...this.#now, [outage]: false })
  }

  async #setOutages(outages: Outages): Promise<void> {
    const isAnotherDisk = outages.disk !== this.#now.disk
    this.#now = outages
    const { database, processes } = this.#scene
    if (isAnotherDisk && database.engine === 'postgres')
      await retryWork(() => setPostgresDisk(database, outages.disk))
    for (const process of processes) process.setOutages(outages)
  }

  /** Staff change the price of a product; shoppers who saw the old price continue with it. */
  async #changePrices(turn: number): Promise<void> {
    const { database } = this.#scene
    const catalog = new SqlCatalog(database)
    const chance = seededRandom(this.#measure.seed, -2 - turn)
    const { id } = chance.pick(this.#products)
    const product = await retryWork(() => catalog.find(id))
    if (!product) throw new Error('A product is gone')
    const { version, ...draft } = product
    await catalog
      .update(product.id, version, { ...draft, price: cents(chance.between(10_00, 150_00)) }, product)
      .catch((error: unknown) => {
        if (!this.#now.disk) throw error
      })
    this.#products = await retryWork(() => readProducts(database, this.#products))
  }

  /** Ends all outages and moves the clock by hours: everything outstanding must then be done. Returns what is not. */
  async #calmDown(): Promise<string[]> {
    const { database, processes } = this.#scene
    await this.#setOutages(NO_OUTAGES)
    await Promise.all(processes.map((process) => process.kill()))
    await Promise.all(processes.map((_, which) => this.#start(which, { laterMs: MUCH_LATER_MS, calm: true })))
    return untilQuiet(database)
  }
}

async function readProducts(database: ShopDatabase, known: readonly Product[]): Promise<Product[]> {
  return new SqlCatalog(database).findMany(known.map(({ id }) => id))
}
