import { sql, type Kysely } from 'kysely'
import * as v from 'valibot'
import type { ChargedChange } from '#domain/checkout/payment-link.ts'
import type { OrderId } from '#domain/ids.ts'
import type { ErasureReason } from '#domain/orders/erasure.ts'
import { EVENT_FIELDS, GATEWAY_EVENTS } from '#domain/orders/order-event.ts'
import { keysOf } from '#domain/record-of.ts'
import { normalizeSearch } from '#domain/catalog/search/search.ts'
import { engineOf } from '#db/engine/engine.ts'
import { eraseBuyers } from '#db/drops/drop-buyers.ts'
import { eraseBlocks } from './blocks.ts'
import { deleteHold } from './holds.ts'
import { deleteTags } from './order-marks.ts'
import { incrementVersion } from './move-order.ts'
import { erasePriceReasons } from './order-content.ts'
import { recordEvent, type Actor } from './order-events.ts'
import { writeOrderSearch } from './order-search.ts'
import type { Database } from '#db/schema.ts'
import type { Emptied } from '#db/schema/personal-text.ts'

/** The fields of events that may contain text about or from a customer. The rest of an event stays. */
const FREE_TEXT_FIELDS = keysOf(EVENT_FIELDS).filter((field) => EVENT_FIELDS[field] === 'free')

/** What each column marked in db/schema/ is emptied to. Rows of messages and subscribers are deleted instead. */
export const EMPTIED = {
  orders: {
    name: '',
    email: '',
    phone: '',
    address: '',
    city: '',
    postal: '',
    note: '',
    search_text: '', // then that of its number
    address_key: null,
    limit_email: '',
  },
  order_shipments: { carrier: '', tracking_number: '', tracking_link: '' },
  order_gifts: { name: '', email: '', message: '' },
  order_adjustments: { label: '' },
  payments: { placed_from: '', reference: '', risk: null },
  payment_links: { change: '', undo: null },
  refunds: { reason: '' },
  returns: { note: '', answer: '', label: '', staff_note: '' },
  fit_answers: { words: '', name: '' },
  gift_cards: { recipient_name: '', recipient_email: '', sender_name: '', message: '', email: null },
  outbox: { last_error: null },
  blocks: { shown: '', reason: '', search_text: '' },
} as const satisfies Emptied<Database>

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
      ...EMPTIED.orders,
      checkout_id: id, // a browser that still has the old id creates another order
      search_text: search,
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
  await tx.updateTable('order_shipments').set(EMPTIED.order_shipments).where('order_id', '=', id).execute()
  await tx.updateTable('order_gifts').set(EMPTIED.order_gifts).where('order_id', '=', id).execute()
  await erasePriceReasons(tx, id, EMPTIED.order_adjustments)
  await tx
    .updateTable('payments')
    .set({ ...EMPTIED.payments, client_secret: null })
    .where('order_id', '=', id)
    .where('kind', '!=', 'gift-card')
    .execute()
  await tx
    .updateTable('refunds')
    .set(EMPTIED.refunds)
    .where('order_id', '=', id)
    .where('asked_by', 'not in', ['system', 'gateway'])
    .execute()
  await tx.updateTable('returns').set(EMPTIED.returns).where('order_id', '=', id).execute()
  await tx.deleteFrom('return_files').where('order_id', '=', id).execute()
  await tx
    .updateTable('fit_answers')
    .set({ ...EMPTIED.fit_answers, state: 'none', written_at: null })
    .where('order_id', '=', id)
    .execute()
  const { email: _, ...sentTo } = EMPTIED.gift_cards // store credit belongs to no order
  await tx.updateTable('gift_cards').set(sentTo).where('order_id', '=', id).execute()
  await deleteHold(tx, id)
  await eraseBlocks(tx, { orderNumber: number }, EMPTIED.blocks)
  await eraseBuyers(tx, id)
  await deleteTags(tx, id)
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
      .set({ ...EMPTIED.payment_links, change: JSON.stringify(erased) })
      .where('id', '=', id)
      .execute()
  }
}

async function clearHistory(tx: Kysely<Database>, orderId: OrderId): Promise<void> {
  const events = await tx
    .selectFrom('order_events')
    .select(['id', 'detail'])
    .where('order_id', '=', orderId)
    .where('kind', 'not in', GATEWAY_EVENTS)
    .execute()
  for (const { id, detail } of events) {
    const content = JSON.parse(detail) as Record<string, unknown>
    const said = FREE_TEXT_FIELDS.filter((field) => field in content)
    if (said.length === 0) continue
    for (const field of said) content[field] = ''
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
    .set(EMPTIED.outbox)
    .where('order_id', '=', orderId)
    .where('kind', '!=', 'refund')
    .returning(['kind', 'payload'])
    .execute()
  return mailIds([...waiting, ...sent], orderId)
}

/** The ids of the mails that tasks of an order send. */
export function mailIds(tasks: readonly { kind: string; payload: string }[], orderId: OrderId): string[] {
  return tasks.map(({ kind, payload }) => {
    const { id = `${kind}-${orderId}` } = v.parse(payloadSchema, JSON.parse(payload))
    return id
  })
}
