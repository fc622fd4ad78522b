import * as v from 'valibot'
import { liftBounceOf } from '#db/mail/bounced-addresses.ts'
import type { Tx } from '#db/engine/transact.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findShipments } from '#db/orders/shipments.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { findPaymentLink } from '#db/payment-links/payment-links.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type StaffRequest,
} from '#operations/change-as-staff.ts'
import { toPaymentLinkId, type OrderId } from '#domain/ids.ts'
import { isParcelMail, ORDER_MAIL_KINDS, type OrderMailKind } from '#domain/outbox/task-kinds.ts'
import { isForShopper } from '#operations/mail/order-mails.ts'
import { shipmentOf } from '#operations/parcel-mails.ts'
import type { Shop } from '#operations/shop.ts'

const linkSchema = v.object({ linkId: v.pipe(v.string(), v.transform(toPaymentLinkId)) })

type Resent = { kind: 'waiting' | 'unknown-mail' | 'still-waiting' }

export type ResendOutcome = Resent | ChangeRefusal

/**
 * Enqueues another copy of a mail that was sent or given up. Repeated requests resend a mail once; the new mail can be
 * resent in turn. When its address has bounced, mails to it are sent again from now on.
 */
export async function resendMail(
  shop: Shop,
  request: StaffRequest & { mailId: number },
): Promise<ResendOutcome> {
  return changeAsStaff(shop, 'resend-mail', request, (tx, order) => resend(shop, tx, order, request))
}

/** The same within a change of a locked order. */
export async function resend(
  shop: Shop,
  tx: Tx,
  order: Pick<ChangingOrder, 'id' | 'state'>,
  { mailId, by }: { mailId: number; by: string },
): Promise<ResendOutcome> {
  const mail = await tx
    .selectFrom('outbox')
    .select(['kind', 'payload', 'done_at', 'gave_up_at'])
    .where('id', '=', mailId)
    .where('order_id', '=', order.id)
    .executeTakeFirst()
  if (!mail || !v.is(v.picklist(ORDER_MAIL_KINDS), mail.kind)) return { kind: 'unknown-mail' }
  if (isParcelMail(mail.kind)) {
    const { id, state } = order
    const isLive = (await findShipments(tx, id)).some(({ number }) => number === shipmentOf(mail.payload))
    if (!isLive) return { kind: 'not-possible', state }
  }
  if (mail.kind === 'payment-link') {
    const { linkId } = v.parse(linkSchema, JSON.parse(mail.payload))
    const link = await findPaymentLink(tx, linkId)
    if (link?.state !== 'open') return { kind: 'not-possible', state: order.state }
  }
  if (mail.done_at === null && mail.gave_up_at === null) return { kind: 'still-waiting' }
  const dedupeKey = `resend:${mailId}`
  const again = await tx
    .selectFrom('outbox')
    .select('id')
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst()
  if (again) return { kind: 'waiting' }
  const payload = { ...(JSON.parse(mail.payload) as object), id: `resend-${mailId}` }
  await enqueue(tx, [{ kind: mail.kind, payload, dedupeKey }], shop.now())
  const lifted = await liftBounceOf(tx, await recipientOf(shop, tx, order.id, mail.kind))
  await recordEvent(tx, order.id, shop.now(), 'mail-resent', { mail: mail.kind, lifted }, by)
  return { kind: 'waiting' }
}

async function recipientOf(
  { settings }: Shop,
  tx: Tx,
  orderId: OrderId,
  kind: OrderMailKind,
): Promise<string> {
  if (!isForShopper(kind)) return settings.ownerEmail
  const order = tx.selectFrom('orders').select('email').where('id', '=', orderId)
  return (await order.executeTakeFirstOrThrow()).email
}
