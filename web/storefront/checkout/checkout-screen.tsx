import { useEffect, useRef } from 'react'
import type { CurrencyCode } from '#domain/currency.ts'
import CartNotices from '#web/storefront/cart/cart-notices.tsx'
import EmptyCart from '#web/storefront/cart/empty-cart.tsx'
import { chargeProblem } from '#web/storefront/cart/total-words.ts'
import { useFormatPrice, type PageRate } from '#web/visitor/currency.ts'
import { useRepricedCart } from '#web/visitor/use-repriced-cart.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import CheckoutForm from './checkout-form.tsx'
import styles from './checkout-screen.module.css'
import OrderSummary from './order-summary.tsx'
import ToPay from './to-pay.tsx'
import ShippingMethods from './shipping-methods.tsx'
import { useCheckout, type CheckoutTerms } from './use-checkout.ts'

interface Props {
  currency: CurrencyCode
  rate: PageRate
  terms: CheckoutTerms
  cardEntry: CardEntry
  notFinal?: boolean | undefined
}

/**
 * Form on the left, Order Summary on the right; on a phone the summary comes first. Rendered in the browser only, after
 * the cart has been read.
 */
export default function CheckoutScreen({ currency, rate, terms, cardEntry, notFinal }: Props) {
  const formatPrice = useFormatPrice(currency, rate)
  const repriced = useRepricedCart()
  const checkout = useCheckout(repriced, terms, formatPrice)
  const { lines, totals, state } = checkout
  const emptyCart = useTopWhenEmptied(lines.length === 0)

  return (
    <>
      <CartNotices cart={repriced.cart} changes={repriced.changes} formatPrice={formatPrice} />
      {lines.length === 0 ? (
        <EmptyCart ref={emptyCart} />
      ) : (
        <div className={styles.checkout}>
          <OrderSummary
            lines={lines}
            totals={totals}
            limits={state.phase === 'idle' ? repriced.limits : []}
            currency={currency}
            formatPrice={formatPrice}
            leastCharge={terms.leastCharge}
          />
          <CheckoutForm
            checkout={checkout}
            cardEntry={cardEntry}
            shipping={<ShippingMethods checkout={checkout} formatPrice={formatPrice} />}
          >
            <ToPay
              {...{ totals, currency, formatPrice, notFinal }}
              days={checkout.days}
              // The refusal below says the same.
              problem={state.error === null ? chargeProblem(totals.total, terms.leastCharge) : null}
            />
          </CheckoutForm>
        </div>
      )}
    </>
  )
}

/**
 * When the last item is removed, and the form disappears with it, scrolls to the notice at the top that gives the
 * reason. The returned ref is of the element that gets the focus.
 */
function useTopWhenEmptied(isEmpty: boolean) {
  const focused = useRef<HTMLElement>(null)
  const wasFilled = useRef(false)
  useEffect(() => {
    if (isEmpty && wasFilled.current) {
      focused.current?.focus()
      scrollTo(0, 0)
    }
    wasFilled.current = !isEmpty
  }, [isEmpty])
  return focused
}
