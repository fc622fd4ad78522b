import { freeAbandonedTasks } from '#db/outbox/outbox-leases.ts'
import { restorePictures } from '#operations/backups/restore-pictures.ts'
import { copyNewPictures } from '#operations/backups/continuous/copy-new-pictures.ts'
import { watchContinuousCopy } from '#operations/backups/continuous/watch-continuous-copy.ts'
import { runDueBackups } from '#operations/backups/run-due-backups.ts'
import { applyRetention } from './apply-retention.ts'
import { closeOrphanPayments } from '#operations/checkout/payments/close-orphan-payments.ts'
import { deferToPlacements } from '#operations/outbox/defer-to-placements.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { refreshRates } from '#operations/catalogue/refresh-rates.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { expirePaymentLinks } from '#operations/payment-links/expire-payment-links.ts'
import { flagOverdueRefunds } from '#operations/refunds/flag-overdue-refunds.ts'
import { reconcileRefunds } from '#operations/refunds/reconcile-refunds.ts'
import type { ProcessMeter } from '#operations/monitoring/process-meter.ts'
import { recordSample } from '#operations/monitoring/record-sample.ts'
import { watchShop } from '#operations/monitoring/watch-shop.ts'
import { watchConnections } from '#operations/connections/watch-connections.ts'
import type { MirroredSource, Shop } from '#operations/shop.ts'
import { fillInSteps } from '#operations/upgrades/fill-in-steps.ts'
import { collectGarbage, returnMemory } from './return-memory.ts'
import { storeSalesDays } from './store-sales-days.ts'
import { mirrorRounds } from '#operations/catalogue/mirror/mirror-rounds.ts'
import { sweepPictures } from '#operations/catalogue/sweep-pictures.ts'
import type { RefundId } from '#domain/ids.ts'

/** For the built-in gateway, whose webhooks the shop must deliver itself. */
export type DeliverWebhooks = () => Promise<number>

const EVERY_MS = {
  outbox: 500,
  expiry: 1_000,
  reconciling: 5_000,
  links: 60_000,
  orphans: 60_000,
  /** Banks take days. */
  refunds: 600_000,
  webhooks: 200,
  sweeping: 60_000,
  mirroring: 1_000,
  retention: 60_000,
  connections: 60_000,
  watching: 60_000,
  sampling: 60_000,
  returning: 1_000,
  rates: 30_000,
  restoring: 10_000,
  backups: 2_000,
  continuous: 2_000,
  newPictures: 30_000,
  filling: 5_000,
  salesDays: 10_000,
}

/**
 * Starts the background jobs. Each job runs one round at a time, and starts the next round at once while there is more
 * to do. Stopping waits for running rounds.
 */
export function startBackgroundWork(
  shop: Shop,
  deliverWebhooks?: DeliverWebhooks,
  meter?: ProcessMeter,
): () => Promise<void> {
  let sweptTo = ''
  const sweep = async () => {
    sweptTo = await sweepPictures(shop, sweptTo)
    return 0
  }
  let askedTo: RefundId | undefined
  const askAboutRefunds = async () => {
    askedTo = await reconcileRefunds(shop, askedTo)
    await flagOverdueRefunds(shop)
    return 0
  }
  const letShoppersGoFirst = deferToPlacements(shop.placements, OUTBOX_DEFERRAL)
  const stopping = new AbortController()
  const mirroring = (source: MirroredSource) => {
    const mirror = mirrorRounds(shop, source, stopping.signal)
    return () => mirror().then(() => 0)
  }
  let isFirst = true
  const outbox = async () => {
    // SQLite cannot tell which processes are alive: tasks leased before this start count as abandoned, once.
    if (isFirst || shop.database.engine === 'postgres') await freeAbandonedTasks(shop.database, shop.now())
    isFirst = false
    await letShoppersGoFirst()
    return deliverOutbox(shop)
  }
  const backups = () => runDueBackups(shop, stopping.signal).then(() => 0)
  shop.continuous?.copy.start()
  const watching = () => watchContinuousCopy(shop).then(() => 0)
  const newPictures = () => copyNewPictures(shop).then(() => 0)
  const restoring = () => restorePictures(shop).then(() => 0)
  const orphans = () => closeOrphanPayments(shop).then(() => 0)
  const watch = watchShop(shop)
  const watchProblems = () => watch().then(() => 0)
  const sample = (by: ProcessMeter) => () => recordSample(shop, by).then(() => 0)
  let again = true
  const rates = async () => {
    await refreshRates(shop, { again })
    again = false
    return 0
  }
  const rounds = [
    repeat(shop, 'delivering the outbox', EVERY_MS.outbox, outbox),
    repeat(shop, 'closing unpaid orders', EVERY_MS.expiry, () => expireOrders(shop)),
    repeat(shop, 'closing payment links', EVERY_MS.links, () => expirePaymentLinks(shop)),
    repeat(shop, 'asking the gateway', EVERY_MS.reconciling, () => reconcilePayments(shop), BACKS_OFF),
    repeat(shop, 'looking for orphan payments', EVERY_MS.orphans, orphans, BACKS_OFF),
    repeat(shop, 'asking about refunds', EVERY_MS.refunds, askAboutRefunds),
    repeat(shop, 'sweeping pictures', EVERY_MS.sweeping, sweep, BACKS_OFF),
    repeat(shop, 'deleting expired data', EVERY_MS.retention, () => applyRetention(shop)),
    repeat(shop, 'filling rows in steps', EVERY_MS.filling, fillInSteps(shop, shop.backfills), BACKS_OFF),
    repeat(
      shop,
      'counting the sales of past days',
      EVERY_MS.salesDays,
      () => storeSalesDays(shop),
      BACKS_OFF,
    ),
    repeat(shop, 'asking for exchange rates', EVERY_MS.rates, rates),
    repeat(shop, 'watching the suppliers', EVERY_MS.connections, () => watchConnections(shop)),
    repeat(shop, 'watching the shop', EVERY_MS.watching, watchProblems),
    ...(meter ? [repeat(shop, 'measuring the shop', EVERY_MS.sampling, sample(meter))] : []),
    ...(meter && collectGarbage
      ? [repeat(shop, 'returning memory', EVERY_MS.returning, returnMemory(meter.counts, collectGarbage))]
      : []),
    ...(shop.backups ? [repeat(shop, 'making backups', EVERY_MS.backups, backups, BACKS_OFF)] : []),
    ...(shop.continuous
      ? [
          repeat(shop, 'watching the continuous copy', EVERY_MS.continuous, watching),
          repeat(shop, 'copying new pictures', EVERY_MS.newPictures, newPictures, BACKS_OFF),
        ]
      : []),
    ...(shop.restoration
      ? [repeat(shop, 'bringing back pictures', EVERY_MS.restoring, restoring, BACKS_OFF)]
      : []),
    ...(shop.source
      ? [repeat(shop, 'mirroring the products', EVERY_MS.mirroring, mirroring(shop.source))]
      : []),
    ...(deliverWebhooks ? [repeat(shop, 'delivering webhooks', EVERY_MS.webhooks, deliverWebhooks)] : []),
  ]
  return async () => {
    stopping.abort()
    await Promise.all(rounds.map((stop) => stop()))
  }
}

/** How long a rush may delay mails and refunds. */
const OUTBOX_DEFERRAL = { mostMs: 5_000, perMs: 60_000 }
/** A job that calls a supplier waits longer after each failure, up to this factor. */
const BACKS_OFF = 32

/** Calls `work` repeatedly; it returns how much there was to do. */
function repeat(
  shop: Shop,
  what: string,
  everyMs: number,
  work: () => Promise<number>,
  longestWait = 1,
): () => Promise<void> {
  let wait = 1
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let running = Promise.resolve()

  async function round(): Promise<void> {
    let found = 0
    try {
      found = await work()
      wait = 1
    } catch (error) {
      wait = Math.min(longestWait, wait * 2)
      shop.log.error(`Background work failed: ${what}`, error)
    }
    if (!stopped) timer = setTimeout(start, found > 0 ? 0 : everyMs * wait)
  }
  function start(): void {
    running = round()
  }

  timer = setTimeout(start, 0)
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
