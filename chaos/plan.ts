import { seededRandom } from './seeded-random.ts'

/** How much of everything. The same numbers and the same seed make the same plan. */
export interface Measure {
  seed: number
  kills: number
  purchases: number
  /** Processes on one database. */
  processes: number
}

/** What breaks for a while. `mail`: the mail server; `disk`: no more room; `gateway`: it cannot be reached. */
export type Trouble = 'mail' | 'disk' | 'gateway'

/** What happens once `after` purchases have begun. */
export type Incident = { after: number } & (
  | { kind: 'kill'; process: number; waitMs: number }
  | { kind: 'trouble'; trouble: Trouble; forMs: number }
  | { kind: 'new-prices' }
)

const PURCHASES_BETWEEN = { trouble: 60, newPrices: 80 }

/** The incidents of one run, in their order: kills all along the way, each at its own moment. */
export function planIncidents({ seed, kills, purchases, processes }: Measure): Incident[] {
  const chance = seededRandom(seed)
  const spread = (count: number, make: (after: number) => Incident) =>
    Array.from({ length: count }, (_, turn) =>
      make(Math.floor(((turn + chance.number()) / count) * purchases)),
    )
  return [
    ...spread(kills, (after) => ({
      kind: 'kill',
      after,
      process: chance.between(0, processes - 1),
      waitMs: chance.between(0, 120),
    })),
    ...spread(Math.ceil(purchases / PURCHASES_BETWEEN.trouble), (after) => ({
      kind: 'trouble',
      after,
      trouble: chance.pick<Trouble>(['mail', 'mail', 'disk', 'gateway']),
      forMs: chance.between(100, 900),
    })),
    ...spread(Math.ceil(purchases / PURCHASES_BETWEEN.newPrices), (after) => ({ kind: 'new-prices', after })),
  ].sort((a, b) => a.after - b.after)
}
