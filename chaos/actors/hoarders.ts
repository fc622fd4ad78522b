import { hoard, type Hoarded } from './hoarder.ts'
import type { Incident } from '#chaos/plan.ts'
import { MAX_PER_NETWORK, type Scene } from '#chaos/scene.ts'
import { seededRandom } from '#chaos/seeded-random.ts'

/** The outcome for the hoarders of a run. */
export interface HoardersReport {
  hoarders: Hoarded[]
  /** How many units each of them may hold at the same time. */
  hoarderMay: number
  /** How many units of the hoarded product were sold to paying shoppers. */
  covetedSold: number
}

/** Hoarders one after the other, each from a separate address. */
export class Hoarders {
  readonly #scene: Scene
  readonly #seed: number
  readonly #all: Hoarded[] = []

  constructor(scene: Scene, seed: number) {
    this.#scene = scene
    this.#seed = seed
  }

  async hoard({ after, forMs }: Extract<Incident, { kind: 'hoarder' }>): Promise<void> {
    const { database, processes, coveted } = this.#scene
    const hoarded = await hoard(database, {
      urls: processes.map(({ url }) => url),
      product: coveted,
      chance: seededRandom(this.#seed, -100_000 - after),
      name: `hoarder-${after}`,
      address: `203.0.${after >> 8}.${after & 255}`,
      forMs,
    })
    this.#all.push(hoarded)
  }

  async report(): Promise<HoardersReport> {
    const { database, coveted } = this.#scene
    const { units } = await database.db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .select((e) => e.fn.sum<number | null>('quantity').as('units'))
      .where('product_id', '=', coveted.id)
      .where('orders.paid_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return { hoarders: this.#all, hoarderMay: MAX_PER_NETWORK, covetedSold: Number(units ?? 0) }
  }
}

/** Violations of the limits for hoarders. */
export function faultsOfHoarders({ hoarders, hoarderMay, covetedSold }: HoardersReport): string[] {
  return [
    ...hoarders
      .filter(({ most }) => most > hoarderMay)
      .map(({ most }) => `A hoarder held ${most} pieces instead of ${hoarderMay}`),
    ...(covetedSold === 0 ? ['The hoarders left nothing to the shoppers'] : []),
  ]
}
