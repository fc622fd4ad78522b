import type { DeliveryDays } from '#domain/checkout/shipping/delivery-days.ts'
import { leftToPay, type CartTotals } from '#domain/checkout/pricing.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import { chargeNote, totalWords } from '#web/storefront/cart/total-words.ts'
import SaleTerms from '#web/storefront/sale-terms.tsx'
import Notice from '#web/ui/notice.tsx'
import type { FormatPrice } from '#web/visitor/currency.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './to-pay.module.css'

interface Props {
  totals: CartTotals
  currency: CurrencyCode
  formatPrice: FormatPrice
  /** Of the chosen method, where they differ from those of the specification. */
  days: DeliveryDays | null
  notFinal?: boolean | undefined
  isGiftsOnly?: boolean
  hasPreorder?: boolean
  /** Why a card cannot be charged this total; null where it can. */
  problem: string | null
}

/** What pressing Pay Now costs, beside the button: on a phone the order summary is far up, and folded. */
export default function ToPay(props: Props) {
  const { totals, currency, formatPrice, days, notFinal, isGiftsOnly, hasPreorder, problem } = props
  const words = useWords('checkout/checkout')
  const sums = useWords('totals')
  const rest = leftToPay(totals)
  const note = chargeNote(rest, currency)
  return (
    <div className={styles.toPay}>
      <p className={styles.total} role="status">
        <span>{totals.giftCards ? sums.toPay : words.total} </span>
        <strong>{totalWords(rest, currency, formatPrice)}</strong>
      </p>
      {note !== null && <p className={styles.note}>{note}</p>}
      <div className={styles.problem} role="status">
        {problem !== null && <Notice>{problem}</Notice>}
      </div>
      <SaleTerms {...{ days, notFinal, isGiftsOnly, hasPreorder }} />
    </div>
  )
}
