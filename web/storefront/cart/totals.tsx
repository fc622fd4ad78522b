import { BASE_CURRENCY, type CurrencyCode } from '#domain/currency.ts'
import { decimalDollars } from '#domain/money.ts'
import type { CartTotals } from '#domain/checkout/pricing.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import styles from './totals.module.css'

interface Props {
  totals: CartTotals
  currency: CurrencyCode
  formatPrice: FormatPrice
}

/** Subtotal to total, and the charge in CAD when another currency is displayed (spec 2). Used by cart and checkout. */
export default function Totals({ totals, currency, formatPrice }: Props) {
  const rows = [
    { label: 'Subtotal', amount: totals.subtotal },
    { label: 'Tax (2%)', amount: totals.tax },
    { label: 'Shipping', amount: totals.shipping },
    { label: 'Total', amount: totals.total },
  ]
  return (
    <>
      <dl className={styles.totals}>
        {rows.map(({ label, amount }) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>{formatPrice(amount)}</dd>
          </div>
        ))}
      </dl>
      {currency !== BASE_CURRENCY && (
        <p className={styles.charged}>{`You'll be charged C$${decimalDollars(totals.total)} CAD`}</p>
      )}
    </>
  )
}
