import type { PriceTerms, ShownPrice } from '#domain/checkout/pricing.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { Customer } from '#domain/orders/order.ts'
import type { Item } from './check-items.ts'

/** A checkout request. `amount` is the total in CAD cents that the shopper agreed to. */
export interface OrderRequest {
  /** Created by the browser, once for each checkout: placing it again changes the same order. */
  checkoutId: string
  items: readonly Item[]
  customer: Customer
  note: string
  amount: number
  /** What made up that total. Absent: the request does not say, and only the total is compared. */
  shown?: ShownPrice | undefined
  /** The id of the chosen shipping method; null for the cheapest that fits. */
  shippingMethod: string | null
  /** The shopper's network address; null when it identifies nobody, such as the address of this machine. */
  address: string | null
  /** The id that the shop gave to this browser; null when it sent none. */
  visitor: string | null
}

/** What the price of the order depends on, besides its items. */
export function priceTerms({ customer, shippingMethod }: OrderRequest, tariff: Tariff): PriceTerms {
  return { destination: customer, tariff, shippingMethod }
}
