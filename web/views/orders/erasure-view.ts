import type { OrderState } from '#domain/orders/order.ts'

/** What the shop stores under an email address, for staff to check before it is deleted. */
export interface ErasurePreview {
  email: string
  orders: {
    number: string
    placedAt: string
    state: OrderState
    /** A change of the order is not paid yet. */
    isBalanceDue: boolean
    /** Why the customer's data cannot be deleted yet. */
    obstacle: string | null
  }[]
  /** What is left of their store credit; null: they never had any. */
  storeCredit: { id: string; balance: string; isOwed: boolean } | null
  messages: number
  subscriptions: number
  /** A mail to the address has bounced. */
  hasBounced: boolean
}

/** How much was deleted. */
export interface ErasedView {
  orders: number
  messages: number
  subscriptions: number
}

/** An earlier erasure: its time, author and extent. */
export interface EarlierErasure extends ErasedView {
  id: string
  at: string
  by: string
}

/** `2 orders, 1 message and the newsletter subscription`; with none of them, only the record of a bounce. */
export function amountWords({ orders, messages, subscriptions }: ErasedView): string {
  const parts = [
    orders === 0 ? '' : orders === 1 ? '1 order' : `${orders} orders`,
    messages === 0 ? '' : messages === 1 ? '1 message' : `${messages} messages`,
    subscriptions === 0 ? '' : 'the newsletter subscription',
  ]
  if (orders + messages + subscriptions === 0) return 'the record of a bounced email'
  return new Intl.ListFormat('en-CA').format(parts.filter(Boolean))
}
