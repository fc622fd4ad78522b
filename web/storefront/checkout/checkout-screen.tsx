import { useState } from 'react'
import type { CurrencyCode } from '#domain/currency.ts'
import CartNotices from '#web/storefront/cart/cart-notices.tsx'
import CartSkeleton from '#web/storefront/cart/cart-skeleton.tsx'
import Codes from '#web/storefront/cart/codes.tsx'
import EmptyCart from '#web/storefront/cart/empty-cart.tsx'
import { chargeProblem } from '#web/storefront/cart/total-words.ts'
import { hasOnlyGifts, hasPreorders } from '#web/visitor/cart-totals.ts'
import { useFormatPrice, type PageRate } from '#web/visitor/currency.ts'
import { useRepricedCart } from '#web/visitor/use-repriced-cart.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import { useWords } from '#web/ui/use-words.ts'
import CheckoutForm from './checkout-form.tsx'
import styles from './checkout-screen.module.css'
import OrderSummary from './order-summary.tsx'
import ToPay from './to-pay.tsx'
import ExpressSlot from '#web/storefront/wallets/express-slot.tsx'
import type { OfferedWallets } from '#operations/settings/shop-wallets.ts'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import ShippingMethods from './shipping-methods.tsx'
import StoreCredit from './store-credit.tsx'
import { useCheckout, type CheckoutTerms } from './use-checkout.ts'

interface Props {
  currency: CurrencyCode
  rate: PageRate
  terms: CheckoutTerms
  cardEntry: CardEntry
  notFinal?: boolean | undefined
  wallets?: OfferedWallets | undefined
}

/**
 * Form on the left, Order Summary on the right; on a phone the summary comes first. Rendered in the browser only, after
 * the cart has been read.
 */
export default function CheckoutScreen({ currency, rate, terms, cardEntry, notFinal, wallets }: Props) {
  const words = useWords('checkout/checkout')
  const formatPrice = useFormatPrice(currency, rate)
  const repriced = useRepricedCart()
  const checkout = useCheckout(repriced, terms, formatPrice)
  const { lines, totals, tariff, state, isEnding, isReturning, paidApart } = checkout
  const isEmpty = lines.length === 0
  // What was typed stays when the last item is gone.
  const [wasFilled, setWasFilled] = useState(!isEmpty)
  if (!isEmpty && !wasFilled) setWasFilled(true)
  // Without a form, the refusal has no other place.
  const withoutForm = !wasFilled && state.error !== null && state.error
  const apart = paidApart === null ? withoutForm : words.paidApart(paidApart)
  const notice = isReturning ? words.checkingPayment : apart

  return (
    <>
      <CartNotices cart={repriced.cart} changes={repriced.changes} formatPrice={formatPrice}>
        {notice}
      </CartNotices>
      {isReturning || (isEmpty && isEnding) ? (
        <CartSkeleton />
      ) : !wasFilled ? (
        <EmptyCart />
      ) : (
        <div className={styles.checkout}>
          {isEmpty ? (
            <aside aria-label={words.orderSummary}>
              <EmptyCart />
            </aside>
          ) : (
            <OrderSummary
              lines={lines}
              totals={totals}
              currency={currency}
              formatPrice={formatPrice}
              leastCharge={terms.leastCharge}
              codes={
                <>
                  {(tariff.takesCodes || tariff.takesGiftCards || tariff.takesStoreCredit) && (
                    <Codes
                      tariff={tariff}
                      outcomes={checkout.quote?.codes ?? []}
                      formatPrice={formatPrice}
                      disabled={state.phase !== 'idle'}
                    />
                  )}
                  {tariff.takesStoreCredit && (
                    <StoreCredit email={checkout.values.email} disabled={state.phase !== 'idle'} />
                  )}
                </>
              }
            />
          )}
          <CheckoutForm
            checkout={checkout}
            cardEntry={cardEntry}
            shipping={<ShippingMethods checkout={checkout} formatPrice={formatPrice} />}
            express={
              wallets && (
                <ExpressSlot
                  isWanted
                  offer={wallets}
                  lines={lines}
                  isOfCart
                  disabled={state.phase !== 'idle'}
                  isBeforeForm
                />
              )
            }
          >
            {state.payBy !== null && (
              <LoadedOnDemand load={loadTime} wanted onFailure={leaveIt} own={{ at: state.payBy }} />
            )}
            {!isEmpty && (
              <ToPay
                {...{ totals, currency, formatPrice, notFinal }}
                days={checkout.days}
                isGiftsOnly={hasOnlyGifts(lines)}
                hasPreorder={hasPreorders(lines)}
                // The refusal below says the same.
                problem={state.error === null ? chargeProblem(totals, terms.leastCharge) : null}
              />
            )}
          </CheckoutForm>
        </div>
      )}
    </>
  )
}

const loadTime = () => import('./time-to-pay.tsx')
/** The shop ends the hold in any case. */
const leaveIt = () => {}
