import { deleteOldSignIns } from '#db/accounts/sign-ins.ts'
import { deleteOldHoldTimes } from '#db/checkout/hold-times.ts'
import { deleteOldCreditLinks } from '#db/gift-cards/credit-links.ts'
import { deleteEndedBlocks } from '#db/orders/blocks.ts'
import { deleteOldBounces } from '#db/mail/bounced-addresses.ts'
import { deleteOldEntries } from '#db/drops/draw-entries.ts'
import { deleteOldBuyers } from '#db/drops/drop-buyers.ts'
import { deleteRehearsalsBut } from '#db/drops/drop-rehearsals.ts'
import { deleteOldMissingPages } from '#db/redirects/redirects.ts'
import { deleteOldGuests } from '#db/drops/drop-guests.ts'
import { deleteOldReturnFiles } from '#db/returns/return-files.ts'
import { deleteOldReminders } from '#db/reminders/reminders.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { deleteOldMessages } from '#db/webhooks/webhook-queue.ts'
import { deleteUnconfirmed } from '#db/newsletter/newsletter-subscribers.ts'
import { deleteOldBatches } from '#db/packing/batches.ts'
import { deleteOldClaims } from '#db/packing/packing-claims.ts'
import { deleteClosedTasks } from '#db/outbox/outbox.ts'
import { deleteAuditEvents } from '#db/staff/audit-events.ts'
import { deleteOldAnswers } from '#db/staff/kept-answers.ts'
import { deleteOldInvitations } from '#db/staff/staff-invitations.ts'
import { deleteOldAttempts } from '#db/engine/throttle.ts'
import { deleteOldImports } from '#operations/import/run-imports.ts'
import { ANSWER_KEPT_MS } from '#operations/staff/answer-once.ts'
import { forgetOldRecipients } from '#operations/newsletter/send-issues.ts'
import { eraseUnpaidOrders } from '#operations/orders/erase-unpaid-orders.ts'
import type { Shop } from '#operations/shop.ts'

const DAY_MS = 24 * 3_600_000
/** How long data is kept after its end; docs/operating/data.md lists it for operators. */
const RETENTION_MS = {
  tasks: 30 * DAY_MS,
  unconfirmedSubscribers: 30 * DAY_MS,
  reminders: 30 * DAY_MS,
  waitingReminders: 365 * DAY_MS,
  dropBuyers: 30 * DAY_MS,
  drawEntries: 30 * DAY_MS,
  dropGuests: 30 * DAY_MS,
  unpaidCustomers: 30 * DAY_MS,
  customerSignIns: 30 * DAY_MS,
  signIns: 365 * DAY_MS,
  auditTrail: 7 * 365 * DAY_MS,
  bounces: 365 * DAY_MS,
  packingClaims: 30 * DAY_MS,
  batches: 90 * DAY_MS,
  newsletterRecipients: 90 * DAY_MS,
  invitations: 30 * DAY_MS,
  blocks: 30 * DAY_MS,
  missingPages: 90 * DAY_MS,
  webhooks: 30 * DAY_MS,
  returnFiles: 180 * DAY_MS,
}
const BATCH_SIZE = 500
const ORDER_BATCH_SIZE = 100

/**
 * Deletes expired data (docs/operating/data.md), and removes the customer from orders that were never paid. Works in
 * batches: returns how much was deleted, and so whether there may be more.
 */
export async function applyRetention(shop: Shop): Promise<number> {
  const {
    database: { db },
    log,
    now,
  } = shop
  const before = (kept: keyof typeof RETENTION_MS) => now() - RETENTION_MS[kept]
  const tasks = await deleteClosedTasks(db, before('tasks'), BATCH_SIZE)
  const subscribers = await deleteUnconfirmed(db, before('unconfirmedSubscribers'), BATCH_SIZE)
  const reminders = await deleteOldReminders(
    db,
    { done: before('reminders'), waiting: before('waitingReminders') },
    BATCH_SIZE,
  )
  const { drops } = await currentSetting(shop, DROPS)
  const allDrops = drops.map(({ id }) => id)
  await deleteRehearsalsBut(db, allDrops)
  const buyers = await deleteOldBuyers(db, {
    before: before('dropBuyers'),
    kept: allDrops,
    limit: BATCH_SIZE,
  })
  const entries = await deleteOldEntries(db, {
    before: before('drawEntries'),
    kept: drops.filter(({ draw }) => draw !== null).map(({ id }) => id),
    limit: BATCH_SIZE,
  })
  const guests = await deleteOldGuests(
    db,
    drops.filter(({ soldFrom }) => soldFrom > before('dropGuests')).map(({ id }) => id),
  )
  const signIns = { before: before('signIns'), kinds: ['account'] as const, limit: BATCH_SIZE }
  const oldest = { before: before('auditTrail'), kinds: 'all' as const, limit: BATCH_SIZE }
  const events = (await deleteAuditEvents(db, signIns)) + (await deleteAuditEvents(db, oldest))
  await forgetOldRecipients(shop, before('newsletterRecipients'))
  await deleteOldBounces(db, before('bounces'))
  await deleteOldInvitations(db, before('invitations'))
  await deleteOldClaims(db, before('packingClaims'), BATCH_SIZE)
  await deleteOldBatches(db, before('batches'), BATCH_SIZE)
  await deleteOldAnswers(db, now() - ANSWER_KEPT_MS, BATCH_SIZE)
  await deleteOldAttempts(db, now())
  const webhooks = await deleteOldMessages(db, before('webhooks'), BATCH_SIZE)
  await deleteEndedBlocks(db, before('blocks'))
  await deleteOldMissingPages(db, before('missingPages'))
  await deleteOldImports(shop)
  await deleteOldReturnFiles(db, { closed: before('returnFiles'), unasked: now() - DAY_MS })
  await deleteOldHoldTimes(db, now())
  await deleteOldCreditLinks(db, now() - DAY_MS)
  await deleteOldSignIns(db, { before: before('customerSignIns'), now: now() })
  const orders = await eraseUnpaidOrders(shop, before('unpaidCustomers'), ORDER_BATCH_SIZE)
  const deleted = tasks + subscribers + reminders + buyers + entries + guests + events + orders + webhooks
  if (deleted > 0)
    log.info('Expired data was deleted', {
      tasks,
      subscribers,
      reminders,
      buyers,
      entries,
      guests,
      events,
      orders,
      webhooks,
    })
  return deleted
}
