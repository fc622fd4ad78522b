import { useEffect, useEffectEvent, useRef } from 'react'
import type {
  ChangeResolveDetails,
  StripeExpressCheckoutElementConfirmEvent,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import type { Wallet } from '#domain/checkout/wallet.ts'
import type { Cents } from '#domain/money.ts'
import type { Customer } from '#domain/orders/order.ts'
import type {
  SheetAnswer,
  WalletButtonsProps,
  WalletSheet,
} from '#web/storefront/checkout/gateways/wallet-buttons.ts'
import { openElements } from './open-elements.ts'

/** Stripe's Express Checkout Element: its script draws the buttons, and opens the sheets of the wallets. */
export default function StripeWallets(props: WalletButtonsProps) {
  const { settings, wallets, isShipped, total } = props
  const place = useRef<HTMLDivElement>(null)
  const price = useRef<((total: Cents) => Promise<void>) | null>(null)
  const now = useEffectEvent(() => props)

  useEffect(() => {
    let isGone = false
    let remove = () => {}
    const failed = () => now().onReady(false)
    openElements(settings, now().total).then((opened) => {
      if (isGone || !place.current) return
      const { elements, submit } = opened
      price.current = opened.price
      /** Shows an answer of the shop in the sheet. */
      const show = async (
        answering: Promise<SheetAnswer>,
        { resolve, reject }: { resolve(details: ChangeResolveDetails): void; reject(): void },
      ) => {
        const answer = await answering
        if ('refusal' in answer) return reject()
        await opened.price(answer.sheet.total)
        resolve(detailsOf(answer.sheet))
      }
      const buttons = elements.create('expressCheckout', optionsFor(wallets, isShipped))
      remove = () => buttons.destroy()
      buttons.on('ready', ({ availablePaymentMethods }) =>
        now().onReady(availablePaymentMethods !== undefined),
      )
      buttons.on('loaderror', failed)
      // Stripe waits for one second, so the price is the one that the page has.
      buttons.on('click', (event) => {
        const sheet = now().open()
        if (sheet === null) return event.reject()
        void opened.price(sheet.total)
        const { lineItems, shippingRates } = detailsOf(sheet)
        event.resolve({ lineItems, ...(isShipped && { shippingRates }) })
      })
      buttons.on('shippingaddresschange', (event) => {
        const { country, state: region, postal_code: postal } = event.address
        void show(now().chooseAddress({ country, region, postal }), event)
      })
      buttons.on('shippingratechange', (event) => void show(now().chooseRate(event.shippingRate.id), event))
      buttons.on('confirm', async (event) => {
        const box = {
          check: () => true,
          collect: submit,
          confirm: (secret: string) => opened.confirm(secret),
        }
        const message = await now().confirm(payerOf(event), box)
        if (message !== null) event.paymentFailed({ reason: 'fail', message })
      })
      buttons.mount(place.current)
    }, failed)
    return () => {
      isGone = true
      price.current = null
      remove()
    }
  }, [settings, wallets, isShipped])
  useEffect(() => void price.current?.(total), [total])

  return <div ref={place} />
}

function optionsFor(wallets: readonly Wallet[], isShipped: boolean): StripeExpressCheckoutElementOptions {
  const shown = (wallet: Wallet) => (wallets.includes(wallet) ? 'auto' : 'never')
  return {
    emailRequired: true,
    phoneNumberRequired: true,
    shippingAddressRequired: isShipped,
    // Replaced by the rates of the sheet when it opens.
    ...(isShipped && { shippingRates: [{ id: 'delivery', displayName: '-', amount: 0 }] }),
    buttonHeight: 48,
    paymentMethods: {
      applePay: shown('applePay'),
      googlePay: shown('googlePay'),
      link: shown('link'),
      paypal: shown('paypal'),
      klarna: shown('klarna'),
      amazonPay: 'never',
    },
  }
}

function detailsOf({
  rows,
  rates,
}: WalletSheet): Required<Pick<ChangeResolveDetails, 'lineItems' | 'shippingRates'>> {
  return {
    lineItems: rows.map(({ label, amount }) => ({ name: label, amount })),
    shippingRates: rates.map(({ id, name, amount, days }) => ({
      id,
      displayName: name,
      amount,
      ...(days !== '' && { deliveryEstimate: days }),
    })),
  }
}

function payerOf({ billingDetails, shippingAddress }: StripeExpressCheckoutElementConfirmEvent): Customer {
  const { line1 = '', line2, city = '', state, postal_code, country = '' } = shippingAddress?.address ?? {}
  return {
    email: billingDetails?.email ?? '',
    phone: billingDetails?.phone ?? '',
    name: shippingAddress?.name ?? billingDetails?.name ?? '',
    address: [line1, line2].filter(Boolean).join(', '),
    city,
    country,
    region: state ?? '',
    postal: postal_code ?? '',
  }
}
