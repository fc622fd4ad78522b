import type { CurrencyCode } from '#domain/currency.ts'
import { labelWithRate, type CartTotals } from '#domain/checkout/pricing.ts'
import { totalRows } from '#domain/orders/order-total.ts'
import TotalList from '#web/ui/total-list.tsx'
import type { FormatPrice } from '#web/visitor/currency.ts'
import * as words from '#words/cart.ts'
import { estimatedFor } from '#words/totals.ts'
import { chargeNote, totalWords } from './total-words.ts'
import styles from './totals.module.css'

interface Props {
  totals: CartTotals
  currency: CurrencyCode
  formatPrice: FormatPrice
}

/** Subtotal to total, and the charge in CAD when another currency is displayed (spec 2). Used by cart and checkout. */
export default function Totals({ totals, currency, formatPrice }: Props) {
  const rows = totalRows(totals, formatPrice, labelWithRate).slice(0, -1)
  const note = chargeNote(totals.total, currency)
  return (
    <>
      <TotalList
        className={styles.totals}
        rows={[...rows, [words.total, totalWords(totals.total, currency, formatPrice)]]}
      />
      {totals.estimatedFor !== undefined && (
        <p className={styles.charged}>{estimatedFor(totals.estimatedFor)}</p>
      )}
      {note !== null && <p className={styles.charged}>{note}</p>}
    </>
  )
}
