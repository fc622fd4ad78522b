import { BASE_CURRENCY, type CurrencyCode } from '#domain/currency.ts'
import { decimalDollars } from '#domain/money.ts'
import { labelWithRate, type CartTotals } from '#domain/checkout/pricing.ts'
import { totalRows } from '#domain/orders/order-total.ts'
import TotalList from '#web/ui/total-list.tsx'
import type { FormatPrice } from '#web/visitor/currency.ts'
import styles from './totals.module.css'

interface Props {
  totals: CartTotals
  currency: CurrencyCode
  formatPrice: FormatPrice
}

/** Subtotal to total, and the charge in CAD when another currency is displayed (spec 2). Used by cart and checkout. */
export default function Totals({ totals, currency, formatPrice }: Props) {
  return (
    <>
      <TotalList className={styles.totals} rows={totalRows(totals, formatPrice, labelWithRate)} />
      {currency !== BASE_CURRENCY && (
        <p className={styles.charged}>{`You'll be charged C$${decimalDollars(totals.total)} CAD`}</p>
      )}
    </>
  )
}
