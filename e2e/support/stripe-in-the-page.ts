import type { Page } from '@playwright/test'
import type { StripeServer } from '#test/fakes/stripe-server.ts'

/** The card that the fake accepts; any other is declined. */
const GOOD_CARD = '4242424242424242'

interface Confirming {
  clientSecret: string
  /** What Stripe.js shows the shopper as the amount. */
  amount: number
  /** The number of a card, or what the shopper does at the site of another method. */
  paidBy: string
}

/** What Elements were opened with. */
interface Group {
  mode: string
  currency: string
  amount: number
  setupFutureUsage?: string
  allowedPaymentMethodTypes?: string[]
}

interface WithStandIn {
  payAtStripe(confirming: Confirming): Promise<{ error?: object }>
  checkAtStripe(clientSecret: string, card: string, group: Group): Promise<object>
  Stripe(publishableKey: string): object
}

/**
 * Replaces stripe.js in the page with a small fake: a Payment Element with a card and a method that leads to another
 * site, and a confirmation at the fake server. Stripe's script cannot be loaded in a test. It refuses what Stripe
 * refuses: a confirmation without `submit`, without details that the element does not ask for, of another amount, or
 * of a card's check for another use.
 * `first`: what happens before a card of this page arrives at Stripe. `hasWallet`: the browser has Apple Pay.
 */
export async function putStripeInThePage(
  page: Page,
  { ledger }: StripeServer,
  { first = Promise.resolve(), hasWallet = false }: { first?: Promise<void>; hasWallet?: boolean } = {},
): Promise<void> {
  await page.exposeFunction('payAtStripe', async ({ clientSecret, amount, paidBy }: Confirming) => {
    await first
    const asked = ledger.amountOf(clientSecret)
    if (asked !== amount) {
      const message = `The PaymentIntent asks for ${asked}, and Elements for ${amount}.`
      return { error: { type: 'invalid_request_error', message } }
    }
    if (paidBy === 'leaves') return ledger.confirm(clientSecret, 'fails at the bank')
    if (paidBy === 'approves-here') {
      const card = { last4: '0341', wallet: { type: 'apple_pay' } }
      return ledger.payWith(clientSecret, { type: 'card', card })
    }
    const isGood = paidBy === GOOD_CARD || paidBy === 'approves'
    return ledger.confirm(clientSecret, isGood ? 'succeeds' : 'is declined')
  })
  await page.exposeFunction('checkAtStripe', async (clientSecret: string, card: string, group: Group) => {
    const usage = ledger.usageOf(clientSecret)
    if (usage !== (group.setupFutureUsage ?? 'off_session')) {
      return { error: { type: 'invalid_request_error', message: `The SetupIntent is for ${usage}.` } }
    }
    return ledger.confirmSetup(clientSecret, card === GOOD_CARD ? 'succeeds' : 'is declined', card)
  })
  await page.addInitScript((isAvailable) => {
    const here = window as unknown as WithStandIn

    function paymentElement({ mode, allowedPaymentMethodTypes }: Group) {
      const listeners: Record<string, (event: object) => void> = {}
      const box = document.createElement('div')
      box.innerHTML = `<label>Card number <input></label>
        <label>Method <select><option value="">Card</option><option value="approves">Klarna, approved</option><option value="leaves">Klarna, cancelled</option></select></label>`
      if (allowedPaymentMethodTypes?.join() === 'card') box.lastElementChild?.remove()
      else if (mode === 'setup') throw new Error('The SetupIntent is for cards')
      const [input, select] = [box.querySelector('input')!, box.querySelector('select')]
      const method = () => select?.value ?? ''
      const changed = () => {
        const complete = method() !== '' || input.value.length === 16
        listeners['change']?.({ complete, value: { type: method() === '' ? 'card' : 'klarna' } })
      }
      input.addEventListener('input', changed)
      select?.addEventListener('change', changed)
      return {
        mount(place: HTMLElement) {
          place.append(box)
          queueMicrotask(() => listeners['ready']?.({}))
        },
        on: (name: string, listener: (event: object) => void) => void (listeners[name] = listener),
        update: ({ readOnly = false }) => void (input.disabled = readOnly),
        focus: () => input.focus(),
        destroy: () => box.remove(),
        paidBy: () => method() || input.value,
      }
    }

    /** Its sheet is in the page: what it shows, and a button that pays. */
    function expressCheckoutElement(group: { amount: number }) {
      const listeners: Record<string, (event: object) => void> = {}
      const box = document.createElement('div')
      const add = (words: string, act: () => void) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = words
        button.addEventListener('click', act)
        box.append(button)
      }
      const said = document.createElement('output')
      const address = { country: 'CA', state: 'SK', city: 'Saskatoon', postal_code: 'S7N' }
      const show = ({ lineItems = [], shippingRates = [] }: Sheet) => {
        const sum = lineItems.reduce((all, { amount }) => all + amount, 0)
        if (sum !== group.amount || shippingRates.length === 0) throw new Error('The sheet does not add up')
        said.textContent = `Apple Pay asks for ${sum}`
      }
      const reject = () => void (said.textContent = 'Apple Pay is rejected')
      return {
        mount(place: HTMLElement) {
          place.append(box)
          queueMicrotask(() => {
            listeners['ready']?.({ availablePaymentMethods: isAvailable ? { applePay: true } : undefined })
            if (!isAvailable) return
            add('Apple Pay', () => {
              const told = { address, name: '', resolve: show, reject }
              listeners['click']?.({ resolve: () => listeners['shippingaddresschange']?.(told), reject })
            })
            add('Pay by Apple Pay', () => {
              const whole = { ...address, line1: '12 Broadway Ave', line2: null, postal_code: 'S7N 1B4' }
              listeners['confirm']?.({
                billingDetails: { name: 'Sam', email: 'apple@wallet.example', phone: '306 555 0142' },
                shippingAddress: { name: 'Sam Okafor', address: whole },
                paymentFailed: ({ message }: { message: string }) => void (said.textContent = message),
              })
            })
            box.append(said)
          })
        },
        on: (name: string, listener: (event: object) => void) => void (listeners[name] = listener),
        destroy: () => box.remove(),
        paidBy: () => 'approves-here',
      }
    }

    function expectComplete({ elements, confirmParams }: Confirmation) {
      const details = confirmParams.payment_method_data?.billing_details
      if (!elements.isSubmitted()) throw new Error('elements.submit() must come first')
      if (details && ![details.name, details.email, details.phone, details.address.country].every(Boolean))
        throw new Error('A field that the element does not show is missing')
    }

    const Stripe = () => ({
      elements: (group: Group) => {
        if (!['payment', 'setup'].includes(group.mode) || group.currency !== 'cad')
          throw new Error('Neither a payment nor a check of a card in CAD')
        let isSubmitted = false
        let element: { paidBy(): string } | undefined
        return {
          create: (type: string) =>
            (element = type === 'payment' ? paymentElement(group) : expressCheckoutElement(group)),
          update: async (change: { amount: number }) => void Object.assign(group, change),
          submit: async () => ((isSubmitted = true), {}),
          paidBy: () => element?.paidBy() ?? '',
          isSubmitted: () => isSubmitted,
          group,
        }
      },
      createToken: () => ({}),
      createPaymentMethod: () => ({}),
      confirmCardPayment: () => ({}),
      async confirmSetup(asked: Confirmation) {
        expectComplete(asked)
        const { elements, clientSecret } = asked
        return here.checkAtStripe(clientSecret, elements.paidBy(), elements.group)
      },
      async confirmPayment(asked: Confirmation) {
        expectComplete(asked)
        const { elements, clientSecret, confirmParams } = asked
        const paidBy = elements.paidBy()
        const { amount } = elements.group
        const result = await here.payAtStripe({ clientSecret, amount, paidBy })
        if (!/^[a-z]+$/.test(paidBy)) return result
        const back = new URL(confirmParams.return_url)
        back.searchParams.set('payment_intent', clientSecret.split('_secret_')[0] ?? '')
        back.searchParams.set('payment_intent_client_secret', clientSecret)
        // What a return says of itself is not believed.
        back.searchParams.set('redirect_status', result.error ? 'succeeded' : 'failed')
        location.assign(back)
        return new Promise(() => {})
      },
    })
    here.Stripe = Object.assign(Stripe, { version: 'endive' })
  }, hasWallet)
}

interface Sheet {
  lineItems?: { amount: number }[]
  shippingRates?: object[]
}

interface Confirmation {
  elements: { isSubmitted(): boolean; paidBy(): string; group: Group }
  clientSecret: string
  confirmParams: {
    return_url: string
    payment_method_data?: {
      billing_details: { name: string; email: string; phone: string; address: { country: string } }
    }
  }
}
