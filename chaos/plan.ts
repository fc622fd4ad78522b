import { seededRandom } from './seeded-random.ts'

/** The size of a run. The same numbers and the same seed give the same plan. */
export interface Measure {
  seed: number
  kills: number
  purchases: number
  /** Processes on one database. */
  processes: number
}

/**
 * A temporary failure. `mail`: of the mail server; `disk`: full; `gateway`: unreachable; `slowGateway` and `slowMail`:
 * takes 300 ms or more for each response, or seconds for each email.
 */
export type Outage = 'mail' | 'disk' | 'gateway' | 'slowGateway' | 'slowMail'

/** The outages that a running process simulates. */
export type Outages = Readonly<Record<Outage, boolean>>

export const NO_OUTAGES: Outages = {
  mail: false,
  disk: false,
  gateway: false,
  slowGateway: false,
  slowMail: false,
}

/**
 * A staff refund of a disputed order. `pending`: a part that stays pending for ten seconds, and the rest; `failing`: a
 * part that the bank returns after ten seconds.
 */
export type DisputedRefund = 'whole' | 'part' | 'pending' | 'failing'

/** How PostgreSQL is stopped before a restart: test/support/postgres/postgres-server.ts. */
export type Restart = 'fast' | 'immediate'

/** An event after `after` purchases have started. */
export type Incident = { after: number } & (
  | { kind: 'kill'; process: number; waitMs: number }
  | { kind: 'outage'; outage: Outage; forMs: number }
  | { kind: 'new-prices' }
  /** Staff refund a disputed order, and the bank decides for the cardholder `decidedAfterMs` later. */
  | { kind: 'disputed-refund'; refund: DisputedRefund; decidedAfterMs: number }
  | { kind: 'hoarder'; forMs: number }
  | { kind: 'restart'; how: Restart }
)

/** Longer than refunds stay pending, so that the bank decides before, during and after that time. */
const MAX_FOR_DECISION_MS = 40_000
const PURCHASES_BETWEEN = { outage: 60, newPrices: 80, disputedRefund: 75, hoarder: 2_000, restart: 500 }

/** The incidents of one run in order: kills throughout, at different moments. */
export function planIncidents(
  { seed, kills, purchases, processes }: Measure,
  { restarts }: { restarts: boolean },
): Incident[] {
  const chance = seededRandom(seed)
  const spread = (count: number, make: (after: number, turn: number) => Incident) =>
    Array.from({ length: count }, (_, turn) =>
      make(Math.floor(((turn + chance.number()) / count) * purchases), turn),
    )
  return [
    ...spread(kills, (after) => ({
      kind: 'kill',
      after,
      process: chance.between(0, processes - 1),
      waitMs: chance.between(0, 120),
    })),
    ...spread(Math.ceil(purchases / PURCHASES_BETWEEN.outage), (after) => {
      const outage = chance.pick<Outage>(['mail', 'mail', 'disk', 'gateway', 'slowGateway'])
      const forMs = outage === 'slowGateway' ? chance.between(1_500, 4_000) : chance.between(100, 900)
      return { kind: 'outage', after, outage, forMs }
    }),
    ...spread(Math.ceil(purchases / PURCHASES_BETWEEN.newPrices), (after) => ({ kind: 'new-prices', after })),
    ...spread(Math.ceil(purchases / PURCHASES_BETWEEN.disputedRefund), (after) => ({
      kind: 'disputed-refund',
      after,
      refund: chance.pick<DisputedRefund>(['whole', 'part', 'pending', 'pending', 'failing']),
      decidedAfterMs: chance.between(0, MAX_FOR_DECISION_MS),
    })),
    ...spread(Math.ceil(purchases / PURCHASES_BETWEEN.hoarder), (after) => ({
      kind: 'hoarder',
      after,
      forMs: chance.between(5_000, 15_000),
    })),
    ...spread(restarts ? Math.ceil(purchases / PURCHASES_BETWEEN.restart) : 0, (after, turn) => ({
      kind: 'restart',
      after,
      how: turn % 2 === 0 ? 'immediate' : 'fast',
    })),
  ].sort((a, b) => a.after - b.after)
}
