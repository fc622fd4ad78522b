import type { CartLine } from '#domain/checkout/cart.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { CurrencyCode } from '#domain/currency.ts'
import type { OfferedWallets } from '#operations/settings/shop-wallets.ts'
import ExpressSlot from '#web/storefront/wallets/express-slot.tsx'
import SaleTerms from '#web/storefront/sale-terms.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { cartTotals, hasOnlyGifts, hasPreorders } from '#web/visitor/cart-totals.ts'
import type { RepricedCart } from '#web/visitor/use-repriced-cart.ts'
import type { FormatPrice } from '#web/visitor/currency.ts'
import Codes from './codes.tsx'
import CartAnnouncement from './cart-announcement.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './cart-summary.module.css'
import { totalWords } from './total-words.ts'
import Totals from './totals.tsx'
import { useState } from 'react'
import { MAX_NOTE_LENGTH, readOrderNote, writeOrderNote } from '#web/visitor/order-note.ts'

interface Props {
  lines: readonly CartLine[]
  tariff: Tariff
  priced: RepricedCart['priced']
  currency: CurrencyCode
  formatPrice: FormatPrice
  leastCharge: number
  notFinal?: boolean | undefined
  wallets?: OfferedWallets | undefined
}

export default function CartSummary({ lines, tariff, priced, ...props }: Props) {
  const { currency, formatPrice, leastCharge, notFinal, wallets } = props
  const words = useWords('cart')
  const takesCodes = tariff.takesCodes === true || tariff.takesGiftCards === true
  const isPromoted = tariff.isPromoted === true || takesCodes
  const totals = (isPromoted && priced?.totals) || cartTotals(lines, { destination: null, tariff })
  return (
    <aside className={styles.summary} aria-label={words.summary}>
      <Totals totals={totals} currency={currency} formatPrice={formatPrice} leastCharge={leastCharge} />
      <CartAnnouncement
        lines={lines}
        subtotal={totals.subtotal}
        total={totalWords(totals.total, currency, formatPrice)}
        formatPrice={formatPrice}
      />
      {takesCodes && <Codes tariff={tariff} outcomes={priced?.codes ?? []} formatPrice={formatPrice} />}
      <OrderNote />
      <SaleTerms
        days={tariff.days}
        notFinal={notFinal}
        isGiftsOnly={hasOnlyGifts(lines)}
        hasPreorder={hasPreorders(lines)}
      />
      <div className={styles.checkout}>
        <LinkButton href="/checkout">{words.checkout}</LinkButton>
      </div>
      {wallets && <ExpressSlot isWanted offer={wallets} lines={lines} isOfCart />}
    </aside>
  )
}

/**
 * Saved in this browser while it is typed, and sent with the order (decisions 3). Shown after the cart has been read.
 */
function OrderNote() {
  const words = useWords('cart')
  const [note, setNote] = useState(readOrderNote)
  return (
    <label className={styles.note}>
      {words.orderNote}
      <textarea
        rows={3}
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        onChange={({ target }) => {
          setNote(target.value)
          writeOrderNote(target.value)
        }}
      />
    </label>
  )
}
