import * as v from 'valibot'
import type { CartTotals, PricedAdjustment } from '#domain/checkout/pricing.ts'

/** The server has each label in the words of the page. */
type TotalsInWords = Omit<CartTotals, 'adjustments'> & {
  adjustments: readonly (Omit<PricedAdjustment, 'label'> & { label: string })[]
}

/** The totals in an answer of the shop. */
export const serverTotalsSchema = v.pipe(
  v.custom<TotalsInWords>((value) => typeof value === 'object' && value !== null && 'total' in value),
  v.transform(({ adjustments, ...totals }): CartTotals => {
    const ofPage = adjustments.map((one) => ({ ...one, label: { kind: 'own', name: one.label } as const }))
    return { ...totals, adjustments: ofPage }
  }),
)
