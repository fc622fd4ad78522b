import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { priceCart } from '#domain/checkout/pricing.ts'
import { TARIFF } from '#domain/checkout/tariff.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/size.ts'
import { CUSTOMER } from './customer.ts'
import type { Answer, Counter } from './counter.ts'
import type { Chance } from '#chaos/seeded-random.ts'
import { HOLD_MS } from '#chaos/inject-faults.ts'

/** What a shopper does. Each is a way in which real checkouts succeed or fail. */
const HABITS = {
  pays: 45,
  /** Closes the browser right after the card was confirmed, before the order is settled. */
  closesTheBrowser: 10,
  asksTheBank: 8,
  failsAtTheBank: 3,
  isDeclined: 6,
  isDeclinedAndLeaves: 4,
  /** Pays with another card on the secret of the declined one, although its stock was released. */
  isDeclinedAndInsists: 6,
  leavesWithoutPaying: 6,
  /** Pays after the hold has expired. */
  paysLate: 4,
  changesTheCart: 5,
  /** Changes the cart in another tab during the payment. */
  changesWhilePaying: 2,
  doesEverythingTwice: 5,
  /** Sends a manipulated amount. */
  lies: 2,
  /** Pays, and disputes the payment. */
  disputes: 2,
} as const

export type Habit = keyof typeof HABITS

/** The outcome of a purchase, as shown to the shopper. */
export type Ending = 'paid' | 'confirmed' | 'refunded' | 'set-aside' | 'sold-out' | 'not-paid' | 'no-answer'

export interface Purchase {
  checkoutId: string
  habit: Habit
  ending: Ending
}

interface Line {
  product: Product
  size: Size
  quantity: number
}

const CARDS = { pays: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', asks: '4000 0025 0000 3155' }
const CARD_OF: Partial<Record<Habit, string>> = { asksTheBank: CARDS.asks, disputes: '4000 0000 0000 0259' }
const MAX_PRICE_CHANGES = 4
/** Longer than a hold plus the interval of the expiry job. */
const LATE_MS = { least: HOLD_MS, most: HOLD_MS + 8_000 }

/** `cart`: how many lines it has. */
interface ShopperOptions {
  counter: Counter
  chance: Chance
  name: string
  cart?: { least: number; most: number }
}

/** One shopper, from cart to thank-you page. `products` as the shopper saw them, possibly with outdated prices. */
export class Shopper {
  readonly #counter: Counter
  readonly #chance: Chance
  readonly #habit: Habit
  readonly #email: string
  readonly #cart: { least: number; most: number }
  readonly #checkoutId = randomUUID()

  constructor({ counter, chance, name, cart = { least: 1, most: 3 } }: ShopperOptions) {
    this.#cart = cart
    this.#counter = counter
    this.#chance = chance
    this.#habit = pickHabit(chance)
    this.#email = `${name}@chaos.example`
  }

  /** Whether it is too slow for other shoppers to wait for it. */
  get isSlow(): boolean {
    return this.#habit === 'paysLate'
  }

  async buy(products: readonly Product[]): Promise<Purchase> {
    return {
      checkoutId: this.#checkoutId,
      habit: this.#habit,
      ending: await this.#go(this.#fillCart(products)),
    }
  }

  async #go(lines: Line[]): Promise<Ending> {
    if (this.#habit === 'changesTheCart') await this.#requestSecret(lines)
    const cart = this.#habit === 'changesTheCart' ? addOne(lines) : lines
    const secret = await this.#requestSecret(cart)
    if (typeof secret !== 'object') return secret
    switch (this.#habit) {
      case 'leavesWithoutPaying':
        return 'not-paid'
      case 'paysLate':
        await sleep(this.#chance.between(LATE_MS.least, LATE_MS.most))
        return this.#payAndReturn(secret.secret)
      case 'isDeclined':
      case 'isDeclinedAndLeaves':
      case 'isDeclinedAndInsists':
        return this.#afterADecline(cart, secret.secret)
      case 'failsAtTheBank': {
        await this.#confirm(secret.secret, CARDS.asks, 'fail')
        const again = await this.#requestSecret(cart)
        return typeof again === 'object' ? this.#payAndReturn(again.secret) : again
      }
      case 'changesWhilePaying':
        return (await Promise.all([this.#payAndReturn(secret.secret), this.#requestSecret(addOne(cart))]))[0]
      default:
        return this.#payAndReturn(secret.secret)
    }
  }

  async #afterADecline(cart: Line[], secret: string): Promise<Ending> {
    await this.#confirm(secret, CARDS.declined)
    if (this.#habit === 'isDeclinedAndLeaves') return 'not-paid'
    if (this.#habit === 'isDeclinedAndInsists') return this.#payAndReturn(secret)
    const again = await this.#requestSecret(cart)
    return typeof again === 'object' ? this.#payAndReturn(again.secret) : again
  }

  /** Presses Pay Now until the prices are stable; buys less when less is left. */
  async #requestSecret(cart: Line[]): Promise<{ secret: string } | Ending> {
    let lines = cart
    let amount = this.#habit === 'lies' ? this.#chance.between(0, 50_000) : totalOf(lines)
    for (let tried = 0; tried < MAX_PRICE_CHANGES; tried += 1) {
      const answer = await this.#post('/create-payment-intent', {
        checkoutId: this.#checkoutId,
        amount,
        currency: 'cad',
        items: lines.map(({ product, size, quantity }) => ({ productId: product.id, size, quantity })),
        customer: { ...CUSTOMER, name: 'Chaos Shopper', email: this.#email },
      })
      if (answer === null) return 'no-answer'
      const { clientSecret, lines: now, totals } = answer.body as SecretAnswer
      if (clientSecret !== undefined) return { secret: clientSecret }
      if (String(answer.body['type']).endsWith('/already-paid')) return 'paid'
      if (answer.status !== 409 || !now || !totals) return 'not-paid'
      lines = lines.flatMap((line, index) => {
        const left = now[index]?.left ?? line.quantity
        const quantity = now[index]?.status === 'ok' ? line.quantity : Math.min(left, line.quantity)
        return quantity > 0 ? [{ ...line, quantity }] : []
      })
      if (lines.length === 0) return 'sold-out'
      amount = totals.total
    }
    return 'not-paid'
  }

  async #payAndReturn(secret: string): Promise<Ending> {
    const confirmed = await this.#confirm(secret, CARD_OF[this.#habit] ?? CARDS.pays)
    if (confirmed === null) return 'no-answer'
    if (confirmed !== 'succeeded') return 'not-paid'
    if (this.#habit === 'closesTheBrowser') return 'confirmed'
    const settled = await this.#post('/api/checkout/settle', { clientSecret: secret })
    const { state } = (settled?.body ?? {}) as { state?: string }
    if (state === 'paid' || state === 'refunded') return state
    return state === 'needs-attention' ? 'set-aside' : 'confirmed'
  }

  /** The state of the payment afterwards; `refused` for a declined card; null without a response. */
  async #confirm(
    secret: string,
    number: string,
    bank: 'approve' | 'fail' = 'approve',
  ): Promise<string | null> {
    const card = { number, expiry: '12 / 40', cvc: '123' }
    const answer = await this.#post('/test-gateway/confirm', { clientSecret: secret, card })
    const state = stateOf(answer)
    if (state !== 'requires_action') return state
    return stateOf(await this.#post('/test-gateway/authenticate', { clientSecret: secret, outcome: bank }))
  }

  async #post(path: string, body: object): Promise<Answer | null> {
    if (this.#habit !== 'doesEverythingTwice') return this.#counter.post(path, body)
    const [answer] = await Promise.all([this.#counter.post(path, body), this.#counter.post(path, body)])
    return answer
  }

  #fillCart(products: readonly Product[]): Line[] {
    const chosen = new Map<string, Line>()
    for (let more = this.#chance.between(this.#cart.least, this.#cart.most); more > 0; more -= 1) {
      const product = this.#chance.pick(products)
      const { size } = this.#chance.pick(product.sizes)
      chosen.set(`${product.id} ${size}`, { product, size, quantity: this.#chance.between(1, 2) })
    }
    return [...chosen.values()]
  }
}

interface SecretAnswer {
  clientSecret?: string
  lines?: { status: string; left: number | null }[]
  totals?: { total: number }
}

function stateOf(answer: Answer | null): string | null {
  if (answer === null) return null
  const { paymentIntent } = answer.body as { paymentIntent?: { status: string } }
  return paymentIntent?.status ?? 'refused'
}

function addOne(lines: readonly Line[]): Line[] {
  return lines.map((line, index) => (index === 0 ? { ...line, quantity: line.quantity + 1 } : line))
}

function totalOf(lines: readonly Line[]): number {
  return priceCart(
    lines.map(({ product, quantity }) => ({ price: product.price, quantity })),
    { destination: null, tariff: TARIFF },
  ).total
}

function pickHabit(chance: Chance): Habit {
  let left = chance.number() * Object.values(HABITS).reduce((sum, share) => sum + share, 0)
  for (const [habit, share] of Object.entries(HABITS) as [Habit, number][]) {
    left -= share
    if (left < 0) return habit
  }
  return 'pays'
}
