import type { StripePaymentElementOptions } from '@stripe/stripe-js'
import type { Cents } from '#domain/money.ts'
import type { CardBoxProps } from '#web/storefront/checkout/gateways/card-box.ts'
import HostedCardBox, { type HostedCardField } from '#web/storefront/checkout/gateways/hosted-card-box.tsx'
import { openElements } from './open-elements.ts'

/** Stripe's Payment Element: its script draws the methods that the owner's account allows, in a separate frame. */
export default function StripeCardBox(props: CardBoxProps) {
  return <HostedCardBox {...props} load={loadPaymentElement} />
}

async function loadPaymentElement(
  settings: CardBoxProps['settings'],
  total: Cents | null,
): Promise<HostedCardField> {
  const { elements, submit, confirm, price } = await openElements(settings, total)
  const payment = elements.create('payment', OPTIONS)
  return {
    mount(place, { ready, failed, changed }) {
      payment.on('ready', ready)
      payment.on('loaderror', failed)
      payment.on('change', ({ complete }) => changed(complete))
      payment.mount(place)
    },
    disable: (readOnly) => payment.update({ readOnly }),
    focus: () => payment.focus(),
    remove: () => payment.destroy(),
    price,
    collect: submit,
    confirm: (clientSecret, billing_details) => confirm(clientSecret, { billing_details }),
  }
}

/** The form has these fields already. */
const OPTIONS: StripePaymentElementOptions = {
  fields: {
    billingDetails: {
      name: 'never',
      email: 'never',
      phone: 'never',
      address: { country: 'never', postalCode: 'never' },
    },
  },
}
