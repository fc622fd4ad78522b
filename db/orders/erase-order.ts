import { sql, type Kysely } from 'kysely'
import * as v from 'valibot'
import type { ChargedChange } from '#domain/checkout/payment-link.ts'
import type { OrderId } from '#domain/ids.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import type { OrderEventKind } from '#domain/orders/order-event.ts'
import { normalizeSearch } from '#domain/catalog/search/search.ts'
import { engineOf } from '#db/engine/engine.ts'
import { deleteHold } from './holds.ts'
import { incrementVersion } from './move-order.ts'
import { erasePriceReasons } from './order-content.ts'
import { recordEvent, type Actor } from './order-events.ts'
import { writeOrderSearch } from './order-search.ts'
import type { Database } from '#db/schema.ts'

/** Fields of history events that may contain text about or from a customer. The rest of an event stays. */
const FREE_TEXT_FIELDS = [
  'text',
  'note',
  'reason',
  'carrier',
  'trackingNumber',
  'trackingLink',
  'failure',
  'reference',
  'from',
  'to',
] as const

/**
 * Kinds of events that have such fields. Gateway messages are not free text and stay; mail servers quote the address.
 */
const KINDS_WITH_FREE_TEXT: OrderEventKind[] = [
  'note',
  'paid',
  'held',
  'fulfilled',
  'tracking-changed',
  'address-changed',
  'items-changed',
  'fulfilment-undone',
  'pickup-undone',
  'balance-waived',
  'balance-recorded',
  'change-undone',
  'cancelled',
  'refund-asked',
  'restocked',
  'resolved',
  'mail-given-up',
]

/** The order's columns about its customer, or that lead to one. */
const EMPTY = {
  name: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  postal: '',
  note: '',
  limit_email: '',
} as const

/** The same in its shipments. */
const NO_TRACKING = { carrier: '', tracking_number: '', tracking_link: '' } as const

const payloadSchema = v.object({ id: v.optional(v.string()) })

/**
 * Erases the customer from an order permanently, and keeps number, lines, amounts, dates, country and region. Lock the
 * order first. Returns the ids of its mails, whose stored copies must be deleted too.
 */
export async function eraseOrder(
  tx: Kysely<Database>,
  { id, number, why, by, now }: { id: OrderId; number: string; why: ErasureReason; by: Actor; now: number },
): Promise<string[]> {
  const search = normalizeSearch(number)
  await tx
    .updateTable('orders')
    .set({
      ...EMPTY,
      checkout_id: id, // a browser that still has the old id creates another order
      search_text: search,
      address_key: null,
      erased_at: now,
      erasure: why,
    })
    .where('id', '=', id)
    .execute()
  if (engineOf(tx) === 'sqlite') {
    await sql`delete from order_search where order_id = ${id} and rowid in (
      select rowid from order_search where order_search match ${`"${search}"`})`.execute(tx)
  }
  await writeOrderSearch(tx, id)
  await tx.updateTable('order_shipments').set(NO_TRACKING).where('order_id', '=', id).execute()
  await erasePriceReasons(tx, id)
  await tx
    .updateTable('payments')
    .set({ client_secret: null, placed_from: '', reference: '' })
    .where('order_id', '=', id)
    .execute()
  await tx
    .updateTable('refunds')
    .set({ reason: '' })
    .where('order_id', '=', id)
    .where('asked_by', 'not in', ['system', 'gateway'])
    .execute()
  await deleteHold(tx, id)
  await eraseLinks(tx, id)
  await clearHistory(tx, id)
  const mails = await clearMails(tx, id)
  await incrementVersion(tx, id, now)
  await recordEvent(tx, id, now, 'erased', { why }, by)
  return mails
}

/** The description of the change in a payment link may contain an address. */
async function eraseLinks(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  const links = await tx
    .selectFrom('payment_links')
    .select(['id', 'change'])
    .where('order_id', '=', orderId)
    .execute()
  for (const { id, change } of links) {
    const { kind } = JSON.parse(change) as ChargedChange
    const erased: ChargedChange = { kind, before: '', after: '' }
    await tx
      .updateTable('payment_links')
      .set({ change: JSON.stringify(erased), undo: null })
      .where('id', '=', id)
      .execute()
  }
}

async function clearHistory(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  const events = await tx
    .selectFrom('order_events')
    .select(['id', 'detail'])
    .where('order_id', '=', orderId)
    .where('kind', 'in', KINDS_WITH_FREE_TEXT)
    .execute()
  for (const { id, detail } of events) {
    const content = JSON.parse(detail) as Record<string, unknown>
    for (const field of FREE_TEXT_FIELDS) if (field in content) content[field] = ''
    await tx
      .updateTable('order_events')
      .set({ detail: JSON.stringify(content) })
      .where('id', '=', id)
      .execute()
  }
}

/** Mail server errors may contain the recipient. Mails that were not sent yet are dropped. */
async function clearMails(tx: Kysely<Database>, orderId: OrderId): Promise<string[]> {
  const waiting = await tx
    .deleteFrom('outbox')
    .where('order_id', '=', orderId)
    .where('kind', '!=', 'refund')
    .where('done_at', 'is', null)
    .where('gave_up_at', 'is', null)
    .returning(['kind', 'payload'])
    .execute()
  const sent = await tx
    .updateTable('outbox')
    .set({ last_error: null })
    .where('order_id', '=', orderId)
    .where('kind', '!=', 'refund')
    .returning(['kind', 'payload'])
    .execute()
  return [...waiting, ...sent].map(({ kind, payload }) => {
    const { id = `${kind}-${orderId}` } = v.parse(payloadSchema, JSON.parse(payload))
    return id
  })
}
