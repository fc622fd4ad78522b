import type { Dispute } from '#domain/refunds/dispute.ts'
import type { TotalRow } from '#domain/orders/order-total.ts'
import type { OrderAction } from '#domain/orders/allowed-actions.ts'
import type { OrderState } from '#domain/orders/order.ts'
import type { RefundState } from '#domain/refunds/refund.ts'
import type { PictureView } from '#web/page.ts'

/** A line of an order as staff see it. Money and times are text everywhere here. */
export interface OrderLineView {
  position: number
  name: string
  size: string
  quantity: number
  unitPrice: string
  lineTotal: string
  /** Pieces that were not put back on the shelf. */
  left: number
  picture: PictureView | null
}

/** A mail about the order. */
export interface OrderMailView {
  id: number
  name: string
  to: string
  state: 'sent' | 'waiting' | 'gave-up'
  at: string
  error: string | null
  mayResend: boolean
}

/** What the staff's page about an order shows. */
export interface OrderView {
  number: string
  version: number
  state: OrderState
  placedAt: string
  customer: { name: string; email: string; phone: string; address: string[] }
  note: string
  lines: OrderLineView[]
  totals: TotalRow[]
  payment: {
    state: string
    received: string | null
    /** What can still be refunded, as text for people and as it stands in the form. */
    left: { words: string; typed: string } | null
    /** What came, what went back and the difference, when more went back than came. */
    overRefund: { received: string; returned: string; excess: string } | null
  }
  /** Where the money came from, the oldest first. */
  payments: { id: string; gateway: string; intentId: string | null }[]
  refunds: {
    id: string
    amount: string
    state: RefundState
    isTaken: boolean
    reason: string
    by: string
    failure: string
    at: string
  }[]
  /** Money that cardholders asked their bank for. */
  disputes: { id: string; amount: string; reason: string; state: Dispute['state'] }[]
  fulfilment: { at: string; carrier: string; trackingNumber: string; trackingLink: string } | null
  history: { id: number; at: string; words: string; by: string }[]
  mails: OrderMailView[]
  /** Why and when the customer was taken out of it. */
  erased: { words: string; at: string } | null
  /** It was cancelled, whatever came after: it cannot go on. */
  isCalledOff: boolean
  /** What the member of staff may do: domain/orders/allowed-actions.ts. `restock`: its units can go back. */
  may: Record<Exclude<OrderAction, 'resend-mail'> | 'restock', boolean>
  /** Something is on its way that ends by itself: a refund, a mail. */
  isMoving: boolean
  /** The shopper's own page about it. */
  shopperPath: string
}
