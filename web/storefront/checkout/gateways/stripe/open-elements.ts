import { leastCharge } from '#domain/checkout/least-charge.ts'
import { chargedCode } from '#domain/currency.ts'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { Appearance, ConfirmPaymentData, StripeElements } from '@stripe/stripe-js'
import type { Cents } from '#domain/money.ts'
import type { CardConfirmation } from '#web/storefront/checkout/gateways/card-box.ts'
import type { CardEntry } from '#providers/payments/payment-gateway.ts'

/** Stripe's elements for a payment that is requested once the shopper pays, or for a card that is only checked. */
interface OpenElements {
  elements: StripeElements
  /** Changes the amount, in cents. */
  price(total: Cents | null): Promise<void>
  /** Checks what is entered, or opens a wallet. Returns Stripe's message; null when nothing is wrong. */
  submit(): Promise<string | null>
  confirm(clientSecret: string, method?: ConfirmPaymentData['payment_method_data']): Promise<CardConfirmation>
}

/** Loads Stripe's script. `total`: null: a card is checked. Rejects when it cannot be loaded. */
export async function openElements(
  { publishableKey = '' }: CardEntry['settings'],
  total: Cents | null,
): Promise<OpenElements> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('Stripe’s script was not loaded')
  // Stripe refuses to draw anything for less. The shop refuses such a total itself.
  const elements =
    total === null
      ? stripe.elements({
          mode: 'setup',
          currency: chargedCode(),
          allowedPaymentMethodTypes: ['card'],
          // As the SetupIntent says: Stripe.js takes `off_session` where this is left out.
          setupFutureUsage: 'on_session',
          appearance: appearance(),
        })
      : stripe.elements({
          mode: 'payment',
          currency: chargedCode(),
          amount: Math.max(total, leastCharge()),
          appearance: appearance(),
        })
  return {
    elements,
    price: async (amount) => {
      if (amount !== null) elements.update({ amount: Math.max(amount, leastCharge()) })
    },
    async submit() {
      const { error } = await elements.submit()
      return error ? (error.message ?? '') : null
    },
    async confirm(clientSecret, method) {
      const confirmParams = { return_url: location.href, ...(method && { payment_method_data: method }) }
      const asked = { elements, clientSecret, confirmParams, redirect: 'if_required' as const }
      if (total === null) {
        const { error, setupIntent } = await stripe.confirmSetup(asked)
        return error ? { error: error.message ?? '' } : { status: setupIntent.status }
      }
      const { error, paymentIntent } = await stripe.confirmPayment(asked)
      // Another tab has paid with the same secret.
      if (error?.payment_intent?.status === 'succeeded') return { status: 'succeeded' }
      if (error) return { error: error.message ?? '', isUnconfirmed: UNSURE.has(error.type) }
      return { status: paymentIntent.status }
    },
  }
}

/** Errors that do not say whether the card was charged: the answer was lost. */
const UNSURE = new Set<string>(['api_connection_error', 'api_error'])

/** Stripe's entry is in a separate frame, which our style sheets do not reach: it gets their values. */
function appearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    variables: {
      colorPrimary: token('red'),
      colorBackground: token('paper'),
      colorText: token('ink'),
      colorTextPlaceholder: token('quiet'),
      colorDanger: token('error'),
      fontFamily: 'Arial, sans-serif',
      fontSizeBase: '16px',
      borderRadius: token('radius'),
    },
  }
}
