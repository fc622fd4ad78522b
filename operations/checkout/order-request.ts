import type { Customer } from '#domain/orders/order.ts'
import type { Item } from './check-items.ts'

/** A checkout as it arrives. `amount` is the total in CAD cents that the shopper agreed to. */
export interface OrderRequest {
  /** Made by the browser, once for each checkout: placing again changes the same order. */
  checkoutId: string
  items: readonly Item[]
  customer: Customer
  note: string
  amount: number
  /** The shopper's network address; null when it says nothing, as this machine's own. */
  address: string | null
  /** The id that the shop gave to this browser; null when it brought none. */
  visitor: string | null
}
