import type { TurnKey } from '#db/drops/drop-turns.ts'
import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { ShownPrice } from '#domain/checkout/pricing.ts'
import type { Customer } from '#domain/orders/order.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { ProductId } from '#domain/ids.ts'

/** A checkout request. `amount` is what the shopper agreed to pay besides gift cards, in cents. */
export interface OrderRequest {
  /** Created by the browser, once for each checkout: placing it again changes the same order. */
  checkoutId: string
  items: readonly CartItem[]
  customer: Customer
  note: string
  amount: number
  /** What made up that total. Absent: the request does not say, and only the total is compared. */
  shown?: ShownPrice | undefined
  choices: CheckoutChoices
  /** Of the page that it was made on. */
  language: string
  /** The shopper's network address; null when it identifies nobody, such as the address of this machine. */
  address: string | null
  /** The id that the shop gave to this browser; null when it sent none. */
  visitor: string | null
  /** The same, or else the id that this browser gets with this order. */
  device: string
  /** The turns that this browser took in waiting rooms, as its signed cookies say; absent: none. */
  turns?: readonly TurnKey[]
  /** Products that this browser may buy before the sale. */
  early?: ReadonlySet<ProductId>
}
