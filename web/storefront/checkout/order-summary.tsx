import { useSyncExternalStore, type ReactNode } from 'react'
import { lineKey, type CartLine } from '#domain/checkout/cart.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import { linePrice } from '#domain/checkout/line-price.ts'
import { leftToPay, type CartTotals } from '#domain/checkout/pricing.ts'
import CartPicture from '#web/storefront/cart/cart-picture.tsx'
import { lineDetail, totalWords } from '#web/storefront/cart/total-words.ts'
import Totals from '#web/storefront/cart/totals.tsx'
import type { FormatPrice } from '#web/visitor/currency.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './order-summary.module.css'

interface Props {
  lines: readonly CartLine[]
  totals: CartTotals
  currency: CurrencyCode
  formatPrice: FormatPrice
  leastCharge: number
  /** The codes of promotions. */
  codes?: ReactNode
}

/** A column where there is room; on a phone one line with the total. */
export default function OrderSummary({ lines, totals, currency, formatPrice, leastCharge, codes }: Props) {
  const words = useWords('checkout/checkout')
  const contents = (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <SummaryLine key={lineKey(line)} line={line} formatPrice={formatPrice} />
        ))}
      </ul>
      {codes}
      <Totals totals={totals} currency={currency} formatPrice={formatPrice} leastCharge={leastCharge} />
    </>
  )
  return (
    <aside className={styles.summary} aria-label={words.orderSummary} tabIndex={-1}>
      {useHasTwoColumns() ? (
        <>
          <h2 className={styles.heading}>{words.orderSummary}</h2>
          {contents}
        </>
      ) : (
        <details>
          <summary className={styles.fold}>
            <h2 className={styles.heading}>{words.orderSummary}</h2>
            <span>{totalWords(leftToPay(totals), currency, formatPrice)}</span>
          </summary>
          {contents}
        </details>
      )}
    </aside>
  )
}

interface LineProps {
  line: CartLine
  formatPrice: FormatPrice
}

function SummaryLine({ line, formatPrice }: LineProps) {
  const words = useWords('checkout/checkout')
  const { product, quantity } = line
  return (
    <li className={styles.line}>
      <CartPicture address={product.imageUrls[0]} />
      <div>
        <p className={styles.name}>{product.name}</p>
        <p className={styles.detail}>{lineDetail(line)}</p>
        <p className={styles.detail}>{words.quantity(quantity)}</p>
      </div>
      <p className={styles.price}>{formatPrice(linePrice({ price: product.price, quantity }))}</p>
    </li>
  )
}

/** The width at which order-summary.module.css and checkout-screen.module.css switch to two columns. */
const TWO_COLUMNS = '(min-width: 60rem)'

function useHasTwoColumns(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(TWO_COLUMNS)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(TWO_COLUMNS).matches,
    () => false,
  )
}
