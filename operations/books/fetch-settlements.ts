import {
  findUnlistedPayouts,
  firstPaymentAt,
  leaseSettlements,
  markListed,
  matchLatePayments,
  releaseSettlements,
  storePayouts,
  storeRound,
  storeTransactions,
  type SettlementRound,
} from '#db/books/settlements.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import {
  GatewayError,
  type GatewayPage,
  type GatewaySettlements,
} from '#providers/payments/payment-gateway.ts'

/** Longer than the requests of a round. */
const LEASE_MS = 10 * 60_000
/** Requests in a round, so that a shop of years is read without a rush. */
const PAGES = 10
const PAYOUTS = 5
const DAY_MS = 24 * 60 * 60_000
/** How much is listed at once: an unfinished list begins again after its last stored page. */
const WINDOW_MS = 7 * DAY_MS
/** What happened so recently is read again, because it may come into the list late. */
const AGAIN_MS = DAY_MS
/** A bank may send a payout back so long after it was made. */
const PAYOUTS_AGAIN_MS = 30 * DAY_MS
/** The provider's clock may differ. */
const MAX_CLOCK_SKEW_MS = 10 * 60_000
const EVERY_MS = 30 * 60_000
const MIN_WAIT_MS = 60_000
const MAX_WAIT_MS = 60 * 60_000

/**
 * Reads what the payment provider has settled since the shop's first payment: what moved the balance there, and the
 * payouts, for the books. A round is short, and continues where the last one ended, in any process; one at a time
 * works. A failed one is repeated after a minute, then after twice as long each time, up to an hour.
 */
export async function fetchSettlements(shop: Shop): Promise<void> {
  const { gateway, database } = shop
  if (gateway.settlements === undefined) return
  const now = shop.now()
  const lease = { gateway: gateway.name, now, leasedUntil: now + LEASE_MS }
  const round = await leaseSettlements(database, lease)
  if (round === null) return
  try {
    const since = round.since ?? (await firstPaymentAt(database, gateway.name))
    const isComplete = since === null || (await readRound(shop, gateway.settlements, { ...round, since }))
    const askAfter = !isComplete ? now : shop.now() + (since === null ? MIN_WAIT_MS : EVERY_MS)
    await releaseSettlements(database, gateway.name, {
      askAfter,
      completeAt: isComplete && since !== null ? now : null,
    })
  } catch (error) {
    // Only the owner can let a key do this, and may not want to: the books say so, and no alert does.
    const isForbidden = error instanceof GatewayError && !error.temporary
    const wait = isForbidden ? MAX_WAIT_MS : MIN_WAIT_MS * 2 ** Math.min(round.failures, 6)
    const failure = error instanceof Error ? error.message : String(error)
    const askAfter = shop.now() + Math.min(MAX_WAIT_MS, wait)
    await releaseSettlements(database, gateway.name, { askAfter, failure, since: isForbidden ? null : now })
    if (round.failures === 0) shop.log.error('What the payment provider settled could not be read', error)
  }
}

/** Reads some of what there is. Returns whether that was the last of it. */
async function readRound(
  shop: Shop,
  settlements: GatewaySettlements,
  round: SettlementRound & { since: number },
): Promise<boolean> {
  const { database, gateway } = shop
  const { since } = round
  const start = since - MAX_CLOCK_SKEW_MS
  let { through, windowTo, afterId } = round
  const now = shop.now() + MAX_CLOCK_SKEW_MS
  for (let pages = 0; ; pages += 1) {
    if (pages === PAGES) return false
    const from = through === null ? start : Math.max(start, through - AGAIN_MS)
    windowTo ??= Math.min((through ?? start) + WINDOW_MS, now)
    const { rows, after } = await settlements.transactions({ from, to: windowTo }, afterId)
    const isLast = after === null && windowTo === now
    if (after === null) [through, windowTo, afterId] = [Math.min(windowTo, shop.now()), null, null]
    else afterId = after
    const next = { since, through, windowTo, afterId }
    await transact(database, async (tx) => {
      await storeTransactions(tx, gateway.name, rows)
      await storeRound(tx, gateway.name, next)
    })
    if (isLast) break
  }
  await transact(database, (tx) => matchLatePayments(tx, gateway.name))
  const from = round.completeAt === null ? start : Math.max(start, round.completeAt - PAYOUTS_AGAIN_MS)
  await eachPage(
    (after) => settlements.payouts({ from, to: now }, after),
    (rows) => storePayouts(database, gateway.name, rows),
  )
  const unlisted = await findUnlistedPayouts(database, gateway.name, PAYOUTS)
  for (const id of unlisted) {
    await eachPage(
      (after) => settlements.contentsOf(id, after),
      (rows) => transact(database, (tx) => storeTransactions(tx, gateway.name, rows, id)),
    )
    await markListed(database, id, shop.now())
  }
  return unlisted.length < PAYOUTS
}

async function eachPage<One>(
  read: (after: string | null) => Promise<GatewayPage<One>>,
  store: (rows: One[]) => Promise<void>,
): Promise<void> {
  let after: string | null = null
  do {
    const page: GatewayPage<One> = await read(after)
    await store(page.rows)
    ;({ after } = page)
  } while (after !== null)
}
