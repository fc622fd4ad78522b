import { useState, useSyncExternalStore } from 'react'
import { lineKey, type CartLine } from '#domain/checkout/cart.ts'
import type { Size } from '#domain/catalog/size.ts'
import { centsFromDollars } from '#domain/money.ts'
import type { OfferedWallets } from '#operations/settings/shop-wallets.ts'
import type { Standing } from '#web/storefront/drop/use-standing.ts'
import ExpressSlot from '#web/storefront/wallets/express-slot.tsx'
import { fetchCartPanel } from '#web/storefront/cart-panel/cart-panel-slot.tsx'
import SaleTerms from '#web/storefront/sale-terms.tsx'
import Button from '#web/ui/button.tsx'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import { sizeInAddress } from '#web/ui/product/product-address.ts'
import LinkButton from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { openCartPanel, toggleCartPanel, useCartPanel } from '#web/visitor/cart-panel.ts'
import { addLine } from '#web/visitor/edit-cart.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './buy-panel.module.css'
import type { ProductView } from './product-view.ts'
import SizeChange from './size-change.tsx'
import SizeSelector from './size-selector.tsx'

/** How long a toast stays (spec 9). */
const TOAST_MS = 3_000

/**
 * Choose a size and add to the cart. The first available size is preselected (spec 2), or the one in the address; where
 * that one has sold out, the shopper chooses.
 */
export default function BuyPanel({
  product,
  wallets,
  standing = null,
}: {
  product: ProductView
  wallets?: OfferedWallets | undefined
  standing?: Standing | null
}) {
  const words = useWords('product')
  const { id, name, price, priceCad, pictures, outOfStock, room } = product
  const isToCome = product.drops !== undefined && standing?.isEarly !== true
  const isClosed = outOfStock || isToCome
  /** It waits for its turn first. */
  const waits = room !== undefined && standing?.endsAt === null && !outOfStock
  const available = product.sizes.filter((size) => size.available).map(({ size }) => size)
  const [picked, pick] = useState<Size | null>(null)
  const sizeFromAddress = useSyncExternalStore(
    onAddressChange,
    () => sizeInAddress(location),
    () => null,
  )
  const isGone = (size: Size) => product.sizes.some((one) => one.size === size && !one.available)
  const gone = picked === null && sizeFromAddress !== null && isGone(sizeFromAddress) ? sizeFromAddress : null
  const preselected = available.find((size) => size === sizeFromAddress) ?? available[0] ?? null
  const size = picked ?? (gone === null ? preselected : null)
  const preorder = product.sizes.find((one) => one.size === size)?.preorder
  const panel = useCartPanel()
  // Nothing of a wallet is loaded for those who only look.
  const [isWanted, want] = useState(false)

  function add(): void {
    if (isToCome) return
    const imageUrls = pictures.map(({ src }) => src)
    const outcome = addLine({ id, name, price: priceCad, imageUrls }, available, size)
    if (outcome.kind !== 'added') return void showToast('error', words.notAdded[outcome.kind])
    if (!size) return
    showToast('success', words.added(name, size), TOAST_MS, true)
    openCartPanel(lineKey({ product: { id }, selectedSize: size }))
  }

  return (
    <div className={styles.panel} onPointerEnter={() => want(true)} onFocus={() => want(true)}>
      <SizeSelector sizes={product.sizes} chosen={size} oneSize={product.oneSize} onChoose={pick} />
      {!size && !outOfStock && (
        <p className={styles.hint} role="status">
          {gone !== null && <strong>{words.sizeSoldOut(gone)} </strong>}
          {words.selectASize}
        </p>
      )}
      {preorder && (
        <p className={styles.hint} role="status">
          {preorder}
        </p>
      )}
      <div className={styles.buy} onPointerEnter={fetchCartPanel} onFocus={fetchCartPanel}>
        <div className={styles.choice}>
          {available.length > 1 ? (
            <SizeChange available={available} chosen={size} onChoose={pick} />
          ) : (
            <span aria-hidden="true">{size && (product.oneSize ?? words.sizeOf(size))}</span>
          )}
          <span className={styles.price} aria-hidden="true">
            {price}
          </span>
        </div>
        {waits ? (
          <LinkButton tone="red" className={styles.add} href={`/drop/${room.handle}/${room.to ?? 'room'}`}>
            {room.link}
          </LinkButton>
        ) : (
          <Button
            tone={isClosed ? 'ink' : 'red'}
            className={styles.add}
            aria-disabled={isClosed}
            onClick={add}
          >
            {outOfStock
              ? words.outOfStock
              : isToCome
                ? words.notYet
                : preorder
                  ? words.preorder
                  : words.addToCart}
          </Button>
        )}
        <Button
          tone="plain"
          className={styles.toggle}
          aria-label={words.cartPanel}
          aria-haspopup="dialog"
          aria-expanded={panel.open}
          onClick={toggleCartPanel}
        >
          <Icon path={icons.cart} />
        </Button>
      </div>
      <SaleTerms days={product.days} notFinal={product.notFinal} hasPreorder={preorder !== undefined} />
      {wallets && !waits && (
        <ExpressSlot isWanted={isWanted} offer={wallets} lines={linesOf(product, size)} />
      )}
      <noscript>
        <p className={styles.hint}>{words.needsJavaScript}</p>
      </noscript>
    </div>
  )
}

/** One unit, which a wallet buys without the cart. */
function linesOf({ id, name, priceCad, pictures }: ProductView, size: Size | null): CartLine[] {
  const price = centsFromDollars(priceCad)
  if (size === null || price === null) return []
  const imageUrls = pictures.map(({ src }) => src)
  return [{ product: { id, name, price, imageUrls }, quantity: 1, selectedSize: size }]
}

function onAddressChange(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
