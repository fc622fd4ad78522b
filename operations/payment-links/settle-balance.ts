import type * as v from 'valibot'
import { findDueLink, moveLink, renewLink } from '#db/payment-links/payment-links.ts'
import { insertExternalPayment } from '#db/checkout/payments.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import type { Tx } from '#db/engine/transact.ts'
import { PAYMENT_LINK_MS, type PaymentLink } from '#domain/checkout/payment-link.ts'
import type { Cents } from '#domain/money.ts'
import { ORDER_ACTIONS } from '#domain/orders/allowed-actions.ts'
import type { balanceSchema } from '#domain/refunds/difference-forms.ts'
import {
  changeAsStaff,
  type ChangeRefusal,
  type ChangingOrder,
  type StaffRequest,
} from '#operations/change-as-staff.ts'
import { enqueueLinkMail } from '#operations/checkout/payments/settle-link.ts'
import type { Shop } from '#operations/shop.ts'
import { closeLink, stopLinkPayment } from './close-link.ts'
import { undoChange } from './undo-change.ts'
import { waiveBalance } from './waive-balance.ts'

/** How staff settle the balance of an order. */
export type BalanceRequest = StaffRequest & v.InferOutput<typeof balanceSchema>

export type BalanceOutcome =
  | { kind: 'link-sent' | 'link-cancelled' | 'balance-settled' | 'change-undone' }
  | { kind: 'undo-sold-out' | 'no-email' }
  /** The amount is below what the gateway charges. */
  | { kind: 'too-little-for-link'; least: Cents }
  | ChangeRefusal

type Written = { kind: 'written'; outcome: BalanceOutcome; availabilityChanged: boolean }

/** Rolls the transaction back. */
class SoldOut extends Error {}

/**
 * Sends the payment link of an order again, cancels it, settles the balance without it, or undoes the change. Unless
 * the link stays open, its payment is cancelled at the gateway first; one that turns out to be paid is settled instead.
 */
export async function settleBalance(shop: Shop, request: BalanceRequest): Promise<BalanceOutcome> {
  if (!request.permissions.includes(ORDER_ACTIONS.balance.permission)) return { kind: 'not-permitted' }
  if (request.step !== 'send' && (await stopLinkPayment(shop, request))) return { kind: 'changed-meanwhile' }
  try {
    const result = await changeAsStaff(shop, 'balance', request, async (tx, order) => {
      const link = await findDueLink(tx, order.id)
      if (!link) throw new Error(`Order ${order.number} has a balance and no link`)
      return write(shop, tx, order, link, request)
    })
    if (result.kind !== 'written') return result
    if (result.availabilityChanged) await shop.changes.publish('catalogue')
    return result.outcome
  } catch (error) {
    if (error instanceof SoldOut) return { kind: 'undo-sold-out' }
    throw error
  }
}

async function write(
  shop: Shop,
  tx: Tx,
  order: ChangingOrder,
  link: PaymentLink,
  request: BalanceRequest,
): Promise<Written | BalanceOutcome> {
  const { id } = order
  const { by } = request
  const { amount } = link
  const now = shop.now()
  const written = (kind: 'link-sent' | 'link-cancelled' | 'balance-settled' | 'change-undone') =>
    ({ kind: 'written', outcome: { kind }, availabilityChanged: false }) as const
  if (request.step === 'send') {
    if (order.email === '') return { kind: 'no-email' }
    const least = shop.gateway.leastCharge
    if (amount < least) return { kind: 'too-little-for-link', least }
    const state = order.payments.find((payment) => payment.id === link.paymentId)?.state
    // Staff must first decide whether that payment counts.
    if (state === 'set-aside') return { kind: 'not-possible', state: order.state }
    const isPayable = state === 'open' || state === 'canceled'
    const current = isPayable ? link : await renewLink(tx, link, { amount, gateway: shop.gateway.name, now })
    await moveLink(tx, current, 'open', now, { expires_at: now + PAYMENT_LINK_MS })
    await recordEvent(tx, id, now, 'link-sent', { amount }, by)
    await enqueueLinkMail(tx, 'payment-link', link, now, String(order.version))
    return written('link-sent')
  }
  if (request.step === 'cancel') {
    await closeLink(tx, id, 'cancelled', now)
    await recordEvent(tx, id, now, 'link-cancelled', { amount }, by)
    return written('link-cancelled')
  }
  if (request.step === 'undo') {
    const undone = await undoChange(tx, order, by, now)
    if (undone.kind === 'undo-sold-out') throw new SoldOut('The units are not there any more')
    if (undone.kind !== 'undone') return undone
    await closeLink(tx, id, 'undone', now)
    await enqueueLinkMail(tx, 'payment-link-closed', link, now, String(order.version))
    return { ...written('change-undone'), availabilityChanged: undone.availabilityChanged }
  }
  const { method, words } = request.increase
  if (method === 'waive') {
    await waiveBalance(tx, link, { kind: 'own', name: words }, now)
    await recordEvent(tx, id, now, 'balance-waived', { amount, reason: words }, by)
  } else {
    await insertExternalPayment(tx, { orderId: id, method, amount, reference: words, isBalance: true, now })
    await recordEvent(tx, id, now, 'balance-recorded', { amount, method, reference: words }, by)
  }
  await closeLink(tx, id, method === 'waive' ? 'waived' : 'paid-outside', now)
  await enqueueLinkMail(tx, 'payment-link-closed', link, now, String(order.version))
  return written('balance-settled')
}
