import type { RefundId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { ChosenUnits } from '#domain/orders/fulfilment.ts'
import type { RefundChoice } from '#domain/refunds/refund-price.ts'
import type { MoneyChange } from '#operations/change-as-staff.ts'

/** Parts of an order. `rests`: earlier refunds by item, to return what a failed share of them did not. */
export interface RefundParts extends RefundChoice {
  rests?: readonly RefundId[]
}

/**
 * A refund that staff request. `refundId`: created by the browser, once for each press of Refund. `amount`: a sum, or
 * the parts that the shop prices.
 */
export interface RefundRequest extends MoneyChange {
  refundId: RefundId
  amount: Cents | RefundParts
  /** What is kept of the price of the parts. */
  fee?: Cents | undefined
  /** In place of back to where it came from; what gift cards paid goes back to them all the same. */
  as?: 'store-credit' | undefined
  reason: string
  /** Lines with the units to restock. */
  restock: readonly ChosenUnits[]
}
