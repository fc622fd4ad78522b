import { writeEmail } from '#db/orders/change-address.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { OrderMailKind } from '#domain/outbox/task-kinds.ts'
import { comparableText } from '#domain/plain-text.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type StaffChange,
} from '#operations/change-as-staff.ts'
import type { Shop } from '#operations/shop.ts'
import { resend } from './resend-mail.ts'

/** `resend`: what the customer still needs of what was mailed is sent to the new address too. */
export interface EmailCorrection extends StaffChange {
  email: string
  resend: boolean
}

export type EmailOutcome = { kind: 'email-corrected' | 'same-email' }

/**
 * Corrects the email address of an order. Links that were mailed to the old address open nothing any more, and mails
 * that wait go to the new one. Uses of promotions stay counted by the address that the order was placed with:
 * otherwise a correction would give a use back.
 */
export async function correctEmail(
  shop: Shop,
  change: EmailCorrection,
): Promise<EmailOutcome | ChangeRefusal> {
  const { email, by } = change
  return changeAsStaff(shop, 'email', change, async (tx, order): Promise<EmailOutcome> => {
    if (comparableText(email) === comparableText(order.email)) return { kind: 'same-email' }
    const now = shop.now()
    await writeEmail(tx, order, email, now)
    await recordEvent(tx, order.id, now, 'email-corrected', { from: order.email, to: email }, by)
    const mails = change.resend ? await findNeededMails(tx, order) : []
    for (const mailId of mails) await resend(shop, tx, order, { mailId, by })
    return { kind: 'email-corrected' }
  })
}

/** The last of each of: the confirmation, the mails of what was sent or is ready, and the request to pay a balance. */
async function findNeededMails(
  tx: Tx,
  { id, delivery, pickups, balanceDue }: ChangingOrder,
): Promise<number[]> {
  const kinds: OrderMailKind[] = ['order-confirmation']
  if (delivery === 'ship' || pickups?.isWaiting) kinds.push('order-fulfilled')
  if (balanceDue > 0) kinds.push('payment-link')
  const mails = await tx
    .selectFrom('outbox')
    .select(['id', 'kind', 'payload'])
    .where('order_id', '=', id)
    .where('kind', 'in', kinds)
    .orderBy('id')
    .execute()
  const last = new Map(mails.map((mail) => [`${mail.kind} ${subjectOf(mail.payload)}`, mail.id]))
  return [...last.values()]
}

/** The parcel or the payment link that a mail is about. */
function subjectOf(payload: string): string {
  const { shipment = 1, linkId = '' } = JSON.parse(payload) as { shipment?: number; linkId?: string }
  return `${shipment} ${linkId}`
}
