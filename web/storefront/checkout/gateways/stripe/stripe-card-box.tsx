import { loadStripe } from '@stripe/stripe-js/pure'
import type { StripeCardElementOptions } from '@stripe/stripe-js'
import type { CardBoxProps } from '#web/storefront/checkout/gateways/card-box.ts'
import HostedCardBox, { type HostedCardField } from '#web/storefront/checkout/gateways/hosted-card-box.tsx'

/** Stripe's card entry: its script draws the field in a separate frame. */
export default function StripeCardBox(props: CardBoxProps) {
  return <HostedCardBox {...props} load={loadCardField} />
}

async function loadCardField({ publishableKey = '' }: CardBoxProps['settings']): Promise<HostedCardField> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe’s script was not loaded')
  const card = stripe.elements().create('card', APPEARANCE)
  return {
    mount(place, { ready, changed }) {
      card.on('ready', ready)
      card.on('change', ({ complete, error }) =>
        changed({ isComplete: complete, error: error?.message ?? null }),
      )
      card.mount(place)
    },
    disable: (disabled) => card.update({ disabled }),
    focus: () => card.focus(),
    remove: () => card.destroy(),
    async confirm(clientSecret, billing) {
      const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
        payment_method: { card, billing_details: billing },
      })
      // Another tab has paid with the same secret.
      if (error?.payment_intent?.status === 'succeeded') return { status: 'succeeded' }
      if (error) return { error: error.message ?? '', isUnconfirmed: UNSURE.has(error.type) }
      return { status: paymentIntent.status }
    },
  }
}

/** Errors that do not say whether the card was charged: the answer was lost. */
const UNSURE = new Set<string>(['api_connection_error', 'api_error'])

/**
 * Stripe's entry is in a separate frame, which our style sheets do not reach, so the design tokens are repeated here.
 */
const APPEARANCE: StripeCardElementOptions = {
  hidePostalCode: true, // the form has this field already
  style: {
    base: {
      color: '#0b0b0c',
      fontFamily: 'Arial, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: '#5f5d58' },
    },
    invalid: { color: '#c1121f', iconColor: '#c1121f' },
  },
}
