import * as v from 'valibot'
import type { AmountLabel } from './amount-label.ts'

const texts = v.record(v.string(), v.string())

/**
 * What a sale is called in the shopper's language: its products by their ids; its shipping methods and promotions by
 * their names in the shop's own. What is missing has no translation.
 */
export const saleTextsSchema = v.object({ products: texts, names: texts })

/** What a sale is called in the shopper's language; null: it is in the shop's own. */
export type SaleTexts = v.InferOutput<typeof saleTextsSchema> | null

/** A thing of a sale by the name that the shopper reads. */
export function inSaleTexts<Item extends { productId: string; name: string | null }>(
  item: Item,
  said: SaleTexts,
): Item {
  const name = said?.products[item.productId]
  return name === undefined || item.name === null ? item : { ...item, name }
}

/** What a shipping method or a promotion is called. */
export function nameInSaleTexts(name: string, said: SaleTexts): string {
  return said && Object.hasOwn(said.names, name) ? (said.names[name] ?? name) : name
}

/** Totals with the names that the shopper reads. */
export function totalsInSaleTexts<Totals extends { adjustments: readonly { label: AmountLabel }[] }>(
  totals: Totals,
  said: SaleTexts,
): Totals {
  if (said === null) return totals
  return {
    ...totals,
    adjustments: totals.adjustments.map((one) =>
      one.label.name === undefined
        ? one
        : { ...one, label: { ...one.label, name: nameInSaleTexts(one.label.name, said) } },
    ),
  }
}
