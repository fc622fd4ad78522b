import type { Page } from '@playwright/test'
import type { StripeServer } from '#test/fakes/stripe-server.ts'

/** The card that the fake accepts; any other is declined. */
const GOOD_CARD = '4242424242424242'

interface WithStandIn {
  payAtStripe(clientSecret: string, card: string): Promise<object>
  Stripe(publishableKey: string): object
}

/**
 * Replaces stripe.js in the page with a small fake: a card entry with one field, and a confirmation at the fake server.
 * Stripe's script cannot be loaded in a test. `first`: what happens before a card of this page arrives at Stripe.
 */
export async function putStripeInThePage(
  page: Page,
  server: StripeServer,
  first: Promise<void> = Promise.resolve(),
): Promise<void> {
  await page.exposeFunction('payAtStripe', async (clientSecret: string, card: string) => {
    await first
    return server.ledger.confirm(clientSecret, card === GOOD_CARD ? 'succeeds' : 'is declined')
  })
  await page.addInitScript(() => {
    const here = window as unknown as WithStandIn
    const Stripe = () => {
      const listeners: Record<string, (event: object) => void> = {}
      const input = document.createElement('input')
      input.setAttribute('aria-label', 'Card number')
      input.addEventListener('input', () => listeners['change']?.({ complete: input.value.length === 16 }))
      const card = {
        mount(place: HTMLElement) {
          place.append(input)
          queueMicrotask(() => listeners['ready']?.(card))
        },
        on: (name: string, listener: (event: object) => void) => void (listeners[name] = listener),
        off: (name: string) => void delete listeners[name],
        update: ({ disabled }: { disabled?: boolean }) => void (input.disabled = disabled ?? false),
        focus: () => input.focus(),
        unmount: () => input.remove(),
        destroy: () => input.remove(),
      }
      const elements = { create: () => card, getElement: () => card }
      return {
        elements: () => elements,
        createToken: () => ({}),
        createPaymentMethod: () => ({}),
        confirmCardPayment: (clientSecret: string) => here.payAtStripe(clientSecret, input.value),
      }
    }
    here.Stripe = Object.assign(Stripe, { version: 'endive' })
  })
}
