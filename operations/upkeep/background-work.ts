import { freeAbandonedTasks } from '#db/outbox/outbox-leases.ts'
import { fetchSettlements } from '#operations/books/fetch-settlements.ts'
import { postBooks } from '#operations/books/post-books.ts'
import { restorePictures } from '#operations/backups/restore-pictures.ts'
import { copyNewPictures } from '#operations/backups/continuous/copy-new-pictures.ts'
import { watchContinuousCopy } from '#operations/backups/continuous/watch-continuous-copy.ts'
import { runRehearsals } from '#operations/drops/rehearse-drop.ts'
import { runDueBackups } from '#operations/backups/run-due-backups.ts'
import { applyRetention } from './apply-retention.ts'
import { closeOrphanPayments } from '#operations/checkout/payments/close-orphan-payments.ts'
import { deferToPlacements } from '#operations/outbox/defer-to-placements.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { refreshRates } from '#operations/catalog/refresh-rates.ts'
import { reconcilePayments } from '#operations/checkout/payments/reconcile-payments.ts'
import { drawWinners } from '#operations/draws/draw-winners.ts'
import { serveRooms } from '#operations/drops/serve-rooms.ts'
import { releasePreorders } from '#operations/stock/save-preorder.ts'
import { askHowItFits } from '#operations/fit/ask-how-it-fits.ts'
import { sendIssues } from '#operations/newsletter/send-issues.ts'
import { sendReminders } from '#operations/reminders/reminders.ts'
import { sendDueGiftCards } from '#operations/gift-cards/sell-gift-cards.ts'
import { storeMissingPages } from '#operations/redirects/missing-pages.ts'
import { expirePaymentLinks } from '#operations/payment-links/expire-payment-links.ts'
import { compareRefunds } from '#operations/refunds/compare-refunds.ts'
import { releaseEndedHolds } from '#operations/returns/exchange.ts'
import { flagOverdueRefunds } from '#operations/refunds/flag-overdue-refunds.ts'
import { reconcileRefunds } from '#operations/refunds/reconcile-refunds.ts'
import type { ProcessMeter } from '#operations/monitoring/process-meter.ts'
import { recordSample } from '#operations/monitoring/record-sample.ts'
import { watchShop } from '#operations/monitoring/watch-shop.ts'
import { watchConnections } from '#operations/connections/watch-connections.ts'
import type { Shop } from '#operations/shop.ts'
import { importRounds } from '#operations/import/run-imports.ts'
import { runBackfills } from '#operations/upgrades/run-backfills.ts'
import { repeatJob, type Job } from './repeat-job.ts'
import { collectGarbage, releaseMemory } from './release-memory.ts'
import { storeSalesDays } from './store-sales-days.ts'
import { mirrorRounds } from '#operations/catalog/mirror/mirror-rounds.ts'
import { sweepPictures } from '#operations/catalog/sweep-pictures.ts'
import { webhookRounds } from '#operations/webhooks/deliver-webhooks.ts'
import type { RefundId } from '#domain/ids.ts'

/** For the built-in gateway, whose webhooks the shop must deliver itself. */
export type DeliverWebhooks = () => Promise<number>

const EVERY_MS = {
  outbox: 500,
  expiry: 1_000,
  reconciling: 5_000,
  links: 60_000,
  giftCards: 60_000,
  drops: 10_000,
  newsletters: 2_000,
  fit: 10_000,
  rooms: 500,
  draws: 1_000,
  missingPages: 10_000,
  orphans: 60_000,
  /** Banks take days. */
  refunds: 600_000,
  webhooks: 200,
  webhookMessages: 1_000,
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
  rehearsals: 2_000,
  continuous: 2_000,
  newPictures: 30_000,
  filling: 5_000,
  importing: 2_000,
  salesDays: 10_000,
  books: 5_000,
  settlements: 10_000,
  updates: 60_000,
}

/** How long a rush may delay mails and refunds. */
const OUTBOX_DEFERRAL = { maxMs: 5_000, perMs: 60_000 }

/**
 * Starts the background jobs. Each job runs one round at a time, and starts the next round at once while there is more
 * to do. Stopping waits for running rounds.
 */
export function startBackgroundWork(
  shop: Shop,
  deliverWebhooks?: DeliverWebhooks,
  meter?: ProcessMeter,
): () => Promise<void> {
  const stopping = new AbortController()
  shop.continuous?.copy.start()
  const jobs = [
    ...jobsOfEveryShop(shop),
    ...jobsBySettings(shop, stopping.signal),
    ...(meter
      ? [
          {
            what: 'measuring the shop',
            everyMs: EVERY_MS.sampling,
            work: once(() => recordSample(shop, meter)),
          },
        ]
      : []),
    ...(meter && collectGarbage
      ? [
          {
            what: 'returning memory',
            everyMs: EVERY_MS.returning,
            work: once(releaseMemory(meter.counts, collectGarbage)),
          },
        ]
      : []),
    ...(deliverWebhooks
      ? [{ what: 'delivering webhooks', everyMs: EVERY_MS.webhooks, work: deliverWebhooks }]
      : []),
  ]
  const stops = jobs.map((job) => repeatJob(shop, job))
  return async () => {
    stopping.abort()
    await Promise.all(stops.map((stop) => stop()))
  }
}

function jobsOfEveryShop(shop: Shop): Job[] {
  return [
    { what: 'delivering the outbox', everyMs: EVERY_MS.outbox, work: outboxRounds(shop) },
    { what: 'sending webhooks', everyMs: EVERY_MS.webhookMessages, work: webhookRounds(shop) },
    { what: 'closing unpaid orders', everyMs: EVERY_MS.expiry, work: () => expireOrders(shop) },
    { what: 'closing payment links', everyMs: EVERY_MS.links, work: () => expirePaymentLinks(shop) },
    { what: 'letting go of exchanges', everyMs: EVERY_MS.links, work: () => releaseEndedHolds(shop) },
    { what: 'releasing pre-orders', everyMs: EVERY_MS.drops, work: () => releasePreorders(shop) },
    { what: 'sending reminders', everyMs: EVERY_MS.drops, work: () => sendReminders(shop) },
    { what: 'asking how it fits', everyMs: EVERY_MS.fit, work: () => askHowItFits(shop) },
    { what: 'sending newsletters', everyMs: EVERY_MS.newsletters, work: once(() => sendIssues(shop)) },
    { what: 'letting in who waits', everyMs: EVERY_MS.rooms, work: once(() => serveRooms(shop)) },
    { what: 'drawing winners', everyMs: EVERY_MS.draws, work: () => drawWinners(shop) },
    {
      what: 'counting missing pages',
      everyMs: EVERY_MS.missingPages,
      work: once(() => storeMissingPages(shop)),
    },
    {
      what: 'sending gift cards on their day',
      everyMs: EVERY_MS.giftCards,
      work: () => sendDueGiftCards(shop),
    },
    {
      what: 'asking the gateway',
      everyMs: EVERY_MS.reconciling,
      work: () => reconcilePayments(shop),
      backsOff: true,
    },
    {
      what: 'looking for orphan payments',
      everyMs: EVERY_MS.orphans,
      work: once(() => closeOrphanPayments(shop)),
      backsOff: true,
    },
    { what: 'asking about refunds', everyMs: EVERY_MS.refunds, work: refundRounds(shop) },
    {
      what: 'comparing refunds with the gateway',
      everyMs: EVERY_MS.refunds,
      work: once(() => compareRefunds(shop)),
      backsOff: true,
    },
    { what: 'sweeping pictures', everyMs: EVERY_MS.sweeping, work: sweepRounds(shop), backsOff: true },
    { what: 'deleting expired data', everyMs: EVERY_MS.retention, work: () => applyRetention(shop) },
    {
      what: 'filling rows in steps',
      everyMs: EVERY_MS.filling,
      work: runBackfills(shop, shop.backfills),
      backsOff: true,
    },
    { what: 'importing products', everyMs: EVERY_MS.importing, work: importRounds(shop), backsOff: true },
    {
      what: 'counting the sales of past days',
      everyMs: EVERY_MS.salesDays,
      work: () => storeSalesDays(shop),
      backsOff: true,
    },
    {
      what: 'entering what happened into the books',
      everyMs: EVERY_MS.books,
      work: () => postBooks(shop),
      backsOff: true,
    },
    {
      what: 'reading what the payment provider settled',
      everyMs: EVERY_MS.settlements,
      work: once(() => fetchSettlements(shop)),
      backsOff: true,
    },
    { what: 'asking for exchange rates', everyMs: EVERY_MS.rates, work: rateRounds(shop) },
    { what: 'watching the suppliers', everyMs: EVERY_MS.connections, work: () => watchConnections(shop) },
    { what: 'watching the shop', everyMs: EVERY_MS.watching, work: once(watchShop(shop)) },
  ]
}

/** The jobs of shops with backups, a continuous copy, a restore in progress, news of versions, outside products. */
function jobsBySettings(shop: Shop, stopping: AbortSignal): Job[] {
  const { backups, continuous, restoration, rehearsals, source, updates } = shop
  const jobs: (Job | false)[] = [
    !!backups && {
      what: 'making backups',
      everyMs: EVERY_MS.backups,
      work: once(() => runDueBackups(shop, stopping)),
      backsOff: true,
    },
    !!rehearsals && {
      what: 'rehearsing drops',
      everyMs: EVERY_MS.rehearsals,
      work: once(() => runRehearsals(shop, stopping)),
      backsOff: true,
    },
    !!continuous && {
      what: 'watching the continuous copy',
      everyMs: EVERY_MS.continuous,
      work: once(() => watchContinuousCopy(shop)),
    },
    !!continuous && {
      what: 'copying new pictures',
      everyMs: EVERY_MS.newPictures,
      work: once(() => copyNewPictures(shop)),
      backsOff: true,
    },
    !!restoration && {
      what: 'bringing back pictures',
      everyMs: EVERY_MS.restoring,
      work: once(() => restorePictures(shop)),
      backsOff: true,
    },
    !!updates && {
      what: 'asking for newer versions',
      everyMs: EVERY_MS.updates,
      work: once(() => updates.refresh(shop.now())),
    },
    !!source && {
      what: 'mirroring the products',
      everyMs: EVERY_MS.mirroring,
      work: once(mirrorRounds(shop, source, stopping)),
    },
  ]
  return jobs.filter((job) => job !== false)
}

/** Work whose next round always waits, even when this one has done something. */
function once(work: () => Promise<unknown>): () => Promise<number> {
  return async () => {
    await work()
    return 0
  }
}

function outboxRounds(shop: Shop): () => Promise<number> {
  const letShoppersGoFirst = deferToPlacements(shop.placements, OUTBOX_DEFERRAL)
  let isFirst = true
  return async () => {
    // SQLite cannot tell which processes are alive: tasks leased before this start count as abandoned, once.
    if (isFirst || shop.database.engine === 'postgres') await freeAbandonedTasks(shop.database, shop.now())
    isFirst = false
    await letShoppersGoFirst()
    return deliverOutbox(shop)
  }
}

/** Each round continues with the refunds after the last one that was looked up. */
function refundRounds(shop: Shop): () => Promise<number> {
  let last: RefundId | undefined
  return once(async () => {
    last = await reconcileRefunds(shop, last)
    await flagOverdueRefunds(shop)
  })
}

/** Each round continues after the last picture of the one before. */
function sweepRounds(shop: Shop): () => Promise<number> {
  let last = ''
  return once(async () => {
    last = await sweepPictures(shop, last)
  })
}

/** The first round after a start queries the source at once, even if the last request before it failed. */
function rateRounds(shop: Shop): () => Promise<number> {
  let again = true
  return once(async () => {
    await refreshRates(shop, { again })
    again = false
  })
}
