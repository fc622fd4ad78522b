import type { ReactNode } from 'react'
import { countryName } from '#domain/places/countries.ts'
import Button from '#web/ui/button.tsx'
import Notice from '#web/ui/notice.tsx'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'
import { hasOnlyGifts } from '#web/visitor/cart-totals.ts'
import { useWords } from '#web/ui/use-words.ts'
import CardEntryBox from './gateways/card-entry-box.tsx'
import { isPaidAlready } from '#web/storefront/cart/total-words.ts'
import CheckoutField from './checkout-field.tsx'
import styles from './checkout-form.module.css'
import OwnAddresses from './own-addresses.tsx'
import { CountryField, RegionField } from './place-fields.tsx'
import type { Checkout } from './use-checkout.ts'

interface Props {
  checkout: Checkout
  cardEntry: CardEntry
  /** What is quicker than the form. */
  express?: ReactNode
  /** The choice of a shipping method. */
  shipping?: ReactNode
  /** A message right above Pay Now. */
  children?: ReactNode
}

export default function CheckoutForm({ checkout, cardEntry, express, shipping, children }: Props) {
  const words = useWords('checkout/checkout')
  const countryWords = useWords('countries')
  const { state, totals, form, errorBlock, cardBox, cardBoxReady, setCardBoxReady, submit } = checkout
  const working = state.phase !== 'idle'
  const isFree = isPaidAlready(totals)
  const isGiftsOnly = hasOnlyGifts(checkout.lines)

  const body = (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <fieldset className={styles.section} disabled={working}>
        <legend>
          <h2>{words.contact}</h2>
        </legend>
        <CheckoutField checkout={checkout} field="email" />
        <CheckoutField checkout={checkout} field="phone" />
        {isGiftsOnly && <CheckoutField checkout={checkout} field="name" className={styles.wide} />}
      </fieldset>
      {!isGiftsOnly && (
        <fieldset className={styles.section} disabled={working}>
          <legend>
            <h2>{words.delivery}</h2>
          </legend>
          {checkout.unserved !== null && (
            <div className={styles.wide}>
              <Notice urgent>{words.notServed(countryName(checkout.unserved, countryWords.names))}</Notice>
            </div>
          )}
          <OwnAddresses checkout={checkout} />
          <CountryField checkout={checkout} className={styles.wide} />
          <CheckoutField checkout={checkout} field="name" className={styles.wide} />
          <CheckoutField checkout={checkout} field="address" className={styles.wide} />
          <CheckoutField checkout={checkout} field="apartment" className={styles.wide} />
          <CheckoutField checkout={checkout} field="city" className={styles.wide} />
          <RegionField checkout={checkout} />
          <CheckoutField checkout={checkout} field="postal" />
        </fieldset>
      )}
      {!isGiftsOnly && shipping}
      {!isFree && (
        <section aria-labelledby="payment">
          <h2 id="payment">{words.payment}</h2>
          <CardEntryBox
            ref={cardBox}
            entry={cardEntry}
            disabled={working}
            total={totals.total}
            onReady={setCardBoxReady}
          />
        </section>
      )}
      <div className={styles.pay}>
        {children}
        {state.error !== null && (
          <p ref={errorBlock} className={styles.error} role="alert" tabIndex={-1}>
            {state.error}
            {state.room !== null && (
              <>
                {' '}
                <a href={state.room}>{words.toTheRoom}</a>
              </>
            )}
          </p>
        )}
        <p className={styles.waiting} role="status">
          {state.waiting}
        </p>
        <Button type="submit" tone="red" disabled={working || !(cardBoxReady || isFree)}>
          {working ? words.processing : words.payNow}
        </Button>
      </div>
    </form>
  )
  if (express === undefined) return body
  return (
    <div className={styles.form}>
      {express}
      {body}
    </div>
  )
}
