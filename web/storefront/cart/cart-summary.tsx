import type { CartLine } from '#domain/checkout/cart.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import SaleTerms from '#web/storefront/sale-terms.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { cartTotals } from '#web/visitor/cart-totals.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import CartAnnouncement from './cart-announcement.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './cart-summary.module.css'
import { totalWords } from './total-words.ts'
import OrderNote from './order-note.tsx'
import Totals from './totals.tsx'

interface Props {
  lines: readonly CartLine[]
  tariff: Tariff
  currency: CurrencyCode
  formatPrice: FormatPrice
  leastCharge: number
  notFinal?: boolean | undefined
}

export default function CartSummary({ lines, tariff, currency, formatPrice, leastCharge, notFinal }: Props) {
  const words = useWords('cart')
  const totals = cartTotals(lines, { destination: null, tariff })
  return (
    <aside className={styles.summary} aria-label={words.summary}>
      <Totals totals={totals} currency={currency} formatPrice={formatPrice} leastCharge={leastCharge} />
      <CartAnnouncement
        lines={lines}
        subtotal={totals.subtotal}
        total={totalWords(totals.total, currency, formatPrice)}
        formatPrice={formatPrice}
      />
      <OrderNote />
      <SaleTerms days={tariff.days} notFinal={notFinal} />
      <div className={styles.checkout}>
        <LinkButton href="/checkout">{words.checkout}</LinkButton>
      </div>
    </aside>
  )
}
