import { chargedAmount } from '#web/visitor/charged-amount.ts'
import { LANGUAGE } from '#words/en/language.ts'
import { charging } from '#domain/charged-currency.ts'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { chargedName, type CurrencyCode } from '#domain/currency.ts'
import { subtotalOf } from '#domain/checkout/line-price.ts'
import CartLines from '#web/storefront/cart/cart-lines.tsx'
import CartAnnouncement from '#web/storefront/cart/cart-announcement.tsx'
import CartNotices from '#web/storefront/cart/cart-notices.tsx'
import EmptyCart from '#web/storefront/cart/empty-cart.tsx'
import RemovedLine, { useRemoval } from '#web/storefront/cart/removed-line.tsx'
import { totalWords } from '#web/storefront/cart/total-words.ts'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import LinkButton from '#web/ui/link-button.tsx'
import TotalList from '#web/ui/total-list.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import { closeCartPanel, useCartPanel } from '#web/visitor/cart-panel.ts'
import { useFormatPrice, type PageRate } from '#web/visitor/currency.ts'
import { useRepricedCart } from '#web/visitor/use-repriced-cart.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './cart-panel.module.css'

/** Longer than the opening animation and a double tap. */
const READY_DELAY_MS = 400

export interface CartPanelProps {
  currency: CurrencyCode
  rate: PageRate
}

/** The cart beside the page: the product just added, the other lines, and links to the cart and the checkout. */
export default function CartPanel({ currency, rate }: CartPanelProps) {
  const words = useWords('cart')
  const sums = useWords('totals')
  const { open, added } = useCartPanel()
  const formatPrice = useFormatPrice(currency, rate)
  const { cart, changes, before } = useRepricedCart()
  const removal = useRemoval()
  const settled = useReadyAfterOpening(open)
  const subtotal = subtotalOf(cart.lines.map(({ product, quantity }) => ({ price: product.price, quantity })))
  const dialog = useRef<HTMLDialogElement>(null)
  const lines = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close() // returns the focus
  }, [open])

  useEffect(() => {
    if (open && added) lines.current?.querySelector('[data-added]')?.scrollIntoView({ block: 'nearest' })
  }, [open, added])

  useEffect(() => {
    // After the back button the shopper expects the page, not the panel.
    addEventListener('pagehide', closeCartPanel)
    return () => removeEventListener('pagehide', closeCartPanel)
  }, [])

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the keyboard has Escape
    <dialog
      ref={dialog}
      className={styles.panel}
      data-settled={settled || undefined}
      aria-labelledby="cart-panel"
      onClose={() => {
        closeCartPanel()
        removal.clear()
      }}
      onClick={(event) => event.target === event.currentTarget && closeCartPanel()}
    >
      <div className={styles.inside}>
        <div className={styles.top}>
          <h2 id="cart-panel" className={styles.heading}>
            {words.panelHeading}
          </h2>
          <span className={styles.count}>{words.items(cart.count)}</span>
          <button
            type="button"
            className={styles.close}
            aria-label={words.closePanel}
            onClick={closeCartPanel}
          >
            <Icon path={icons.close} />
          </button>
        </div>
        <div ref={lines} className={styles.lines}>
          <CartNotices cart={cart} changes={changes} formatPrice={formatPrice} />
          <RemovedLine removal={removal} />
          {cart.lines.length === 0 ? (
            <EmptyCart />
          ) : (
            <CartLines
              lines={cart.lines}
              formatPrice={formatPrice}
              before={before}
              onRemove={removal.remove}
              restored={removal.restored}
              added={added}
            />
          )}
        </div>
        <div className={styles.bottom}>
          {open && <ToastRegion className={styles.toasts} takesOver />}
          {cart.lines.length > 0 && (
            <>
              <CartAnnouncement lines={cart.lines} subtotal={subtotal} formatPrice={formatPrice} />
              <TotalList
                className={styles.subtotal}
                rows={[[sums.subtotal, totalWords(subtotal, currency, formatPrice)]]}
              />
              <p className={styles.note}>
                {currency !== charging.currency &&
                  `${words.chargedAs(chargedAmount(subtotal), chargedName(LANGUAGE))} `}
                {words.beforeTax}
              </p>
              <div className={styles.ways}>
                <LinkButton href="/cart" tone="plain">
                  {words.viewCart}
                </LinkButton>
                <LinkButton href="/checkout">{words.panelCheckout}</LinkButton>
              </div>
            </>
          )}
        </div>
      </div>
    </dialog>
  )
}

/**
 * Whether the panel has been open for a moment: before that, the second tap of a double tap would hit a control that
 * appeared under the finger.
 */
function useReadyAfterOpening(open: boolean): boolean {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setReady(true), READY_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setReady(false)
    }
  }, [open])
  return ready
}
