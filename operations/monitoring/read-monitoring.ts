import { readSampledPeriods, type SampledPeriod } from '#db/monitoring/samples.ts'
import { countProblems, readProblems, type RecordedProblem } from '#db/monitoring/shop-problems.ts'
import { listConnections, type ListedConnection } from '#operations/connections/list-connections.ts'
import type { Shop } from '#operations/shop.ts'

/** The time that a plot covers, and the time that one of its points covers. */
export const PLOT_PERIOD_MS = 24 * 3_600_000
export const POINT_MS = 5 * 60_000

/** What owners see of the running shop. */
export interface MonitoringState {
  problems: RecordedProblem[]
  /** The suppliers whose calls fail. */
  failing: ListedConnection[]
  periods: SampledPeriod[]
}

/** Reads the problems and the measurements of the last day. */
export async function readMonitoring(shop: Shop): Promise<MonitoringState> {
  const since = shop.now() - PLOT_PERIOD_MS
  const [problems, connections, periods] = await Promise.all([
    readProblems(shop.database),
    listConnections(shop),
    readSampledPeriods(shop.database, { since, lengthMs: POINT_MS }),
  ])
  const failing = connections.filter(({ state }) => state !== null && state.failingSince !== null)
  return { problems, failing, periods }
}

/** How many problems of the shop itself there are; failing suppliers are counted separately. */
export function countShopProblems({ database }: Shop): Promise<number> {
  return countProblems(database)
}
