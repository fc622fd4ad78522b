import type { CurrencyCode } from '#domain/currency.ts'
import { labelWithRate, leftToPay, type CartTotals } from '#domain/checkout/pricing.ts'
import { signedCents } from '#domain/money.ts'
import { totalRows, type TotalRow } from '#domain/orders/order-total.ts'
import Notice from '#web/ui/notice.tsx'
import TotalList from '#web/ui/total-list.tsx'
import type { FormatPrice } from '#web/visitor/currency.ts'
import { useWords } from '#web/ui/use-words.ts'
import { chargeNote, chargeProblem, totalWords } from './total-words.ts'
import styles from './totals.module.css'

interface Props {
  totals: CartTotals
  currency: CurrencyCode
  formatPrice: FormatPrice
  /** The least that a card can be charged, in cents. */
  leastCharge: number
}

/** Subtotal to total, and the charge in CAD when another currency is displayed (spec 2). Used by cart and checkout. */
export default function Totals({ totals, currency, formatPrice, leastCharge }: Props) {
  const words = useWords('cart')
  const sums = useWords('totals')
  const rows = totalRows(totals, formatPrice, sums.rows, labelWithRate).slice(0, -1)
  const { giftCards = [] } = totals
  const rest = leftToPay(totals)
  const note = chargeNote(rest, currency)
  const tooLittle = chargeProblem(totals, leastCharge)
  return (
    <>
      <TotalList
        className={styles.totals}
        rows={[
          ...rows,
          [words.total, totalWords(totals.total, currency, formatPrice)],
          ...giftCards.map(({ lastFour, amount }): TotalRow => [
            sums.giftCard(lastFour),
            formatPrice(signedCents(-amount)),
          ]),
          ...(giftCards.length > 0
            ? [[sums.toPay, totalWords(rest, currency, formatPrice)] satisfies TotalRow]
            : []),
        ]}
      />
      {totals.estimatedFor !== undefined && (
        <p className={styles.charged}>{sums.estimatedFor(totals.estimatedFor)}</p>
      )}
      {note !== null && <p className={styles.charged}>{note}</p>}
      {tooLittle !== null && <Notice>{tooLittle}</Notice>}
    </>
  )
}
