import type { TotalRow } from '#domain/orders/order-total.ts'

/** The prices of a manual order. Texts, except `total` in cents. */
export interface ManualPriceView {
  /** `price`: of the catalogue; null when the product is not on sale. `problem`: why the line cannot be had. */
  lines: { price: string | null; problem: string | null }[]
  totals: TotalRow[]
  /** The shipping methods that fit, when it is shipped, and the one of the totals. */
  methods: { id: string; label: string }[]
  method: string | null
  total: number
}
