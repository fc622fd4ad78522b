import type { OrderState } from '#domain/orders/order.ts'

/** What the shop keeps under an e-mail address, as staff see it before it is deleted. */
export interface ErasurePreview {
  email: string
  orders: {
    number: string
    placedAt: string
    state: OrderState
    /** Why the customer cannot be taken out of it yet. */
    obstacle: string | null
  }[]
  messages: number
  subscriptions: number
}

/** How much was deleted. */
export interface ErasedView {
  orders: number
  messages: number
  subscriptions: number
}

/** An erasure of before: when, by whom and how much. */
export interface EarlierErasure extends ErasedView {
  id: string
  at: string
  by: string
}

/** `2 orders, 1 message and the newsletter subscription`; empty when it is nothing. */
export function amountWords({ orders, messages, subscriptions }: ErasedView): string {
  const parts = [
    orders === 0 ? '' : orders === 1 ? '1 order' : `${orders} orders`,
    messages === 0 ? '' : messages === 1 ? '1 message' : `${messages} messages`,
    subscriptions === 0 ? '' : 'the newsletter subscription',
  ]
  return new Intl.ListFormat('en-CA').format(parts.filter(Boolean))
}
