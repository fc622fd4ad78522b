import { chargedAmount } from '#web/visitor/charged-amount.ts'
import { lineKey, type CartLine } from '#domain/checkout/cart.ts'
import { NO_CHOICES, type CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import { leftToPay, shownPrice } from '#domain/checkout/pricing.ts'
import { addCents, cents } from '#domain/money.ts'
import type { Customer } from '#domain/orders/order.ts'
import { countryName } from '#domain/places/countries.ts'
import type { Destination } from '#domain/places/place.ts'
import { chargeProblem } from '#web/storefront/cart/total-words.ts'
import type {
  SheetAnswer,
  WalletRate,
  WalletSheet,
} from '#web/storefront/checkout/gateways/wallet-buttons.ts'
import { withMoney } from '#web/storefront/checkout/messages.ts'
import type { PayOutcome } from '#web/storefront/checkout/paying/pay.ts'
import type { PaymentRequest } from '#web/storefront/checkout/paying/request-payment.ts'
import type { Quote } from '#web/storefront/checkout/prices/quote.ts'
import { cartChangeMessage } from '#web/visitor/cart-change-message.ts'
import { reprice } from '#web/visitor/reprice.ts'
import { names as countryNames } from '#words/en/countries.ts'
import { days } from '#words/en/shipping.ts'
import { giftCard, rows as rowWords } from '#words/en/totals.ts'
import * as words from '#words/en/wallets.ts'

/** What is bought in one sheet of a wallet, and how it is priced. `note`: the shopper's, to the shop. */
export interface ToBuy {
  lines: readonly CartLine[]
  codes: readonly string[]
  note: string
}

/** Asks the server for the price of what is bought; null: it gave none. */
type Price = (asked: ToBuy & { destination: Destination; choices: CheckoutChoices }) => Promise<Quote | null>

/** Countries whose addresses need a region here that wallets do not have. */
const WITHOUT_REGION: ReadonlySet<string> = new Set(['GB'])

/**
 * A purchase by wallet, from opening its sheet to the request for a payment: the same requests as those of the checkout
 * form, so that the sheet shows what the server says and nothing else.
 */
export class WalletPurchase {
  readonly #price: Price
  readonly #leastCharge: number
  #bought: ToBuy = { lines: [], codes: [], note: '' }
  #quote: Quote | null = null
  #destination: Destination | null = null
  /**
   * The price that the server gave when it refused to charge another: it knows the whole address and the email then,
   * which the sheet does not tell before. It holds for the same address, or the shopper would be refused for ever.
   */
  #refusal: { bought: string; destination: Destination; quote: Quote } | null = null

  constructor(price: Price, leastCharge: number) {
    this.#price = price
    this.#leastCharge = leastCharge
  }

  /** Opens a sheet at the price of the page; null: a wallet cannot pay it. */
  open(bought: ToBuy, quote: Quote | null): WalletSheet | null {
    this.#bought = bought
    this.#destination = null
    if (this.#refusal?.bought !== boughtKey(bought)) this.#refusal = null
    this.#quote = this.#refusal?.quote ?? quote
    if (this.#quote === null || this.#problemOf(this.#quote) !== null) return null
    return sheetOf(this.#quote)
  }

  async chooseAddress(destination: Destination): Promise<SheetAnswer> {
    this.#destination = destination
    if (WITHOUT_REGION.has(destination.country)) {
      const country = countryName(destination.country, countryNames)
      return { refusal: words.needsForm(country) }
    }
    const refused = this.#refusal
    if (refused !== null && mayBe(refused.destination, destination)) return this.#show(refused.quote)
    return this.#ask(destination, null)
  }

  async chooseRate(id: string): Promise<SheetAnswer> {
    const isKnown = this.#quote?.methods.some((method) => method.id === id) === true
    if (this.#destination === null || !isKnown)
      return this.#quote ? this.#show(this.#quote) : { refusal: words.notPriced }
    return this.#ask(this.#destination, id)
  }

  /** What to ask the server for when the shopper pays; null: no sheet is open. */
  request(customer: Customer): Omit<PaymentRequest, 'checkoutId'> | null {
    if (this.#quote === null) return null
    const { totals, note: dutyNote, method } = this.#quote
    return {
      customer,
      lines: this.#bought.lines,
      note: this.#bought.note,
      amount: leftToPay(totals),
      shown: shownPrice(totals, dutyNote, rowWords),
      choices: { shippingMethod: method, codes: this.#goodCodes() },
    }
  }

  /** Why nothing was charged, for the sheet and for the page. The next sheet shows the price that is true now. */
  refuse(
    outcome: Extract<PayOutcome, { kind: 'cart-changed' | 'fields-wrong' | 'failed' }>,
    { country, region, postal }: Customer,
  ): string {
    if (outcome.kind === 'failed') return withMoney(outcome.message, outcome.isUnconfirmed)
    if (outcome.kind === 'fields-wrong') return withMoney(Object.values(outcome.fields).join(' '))
    const { quote, reason } = outcome
    const { lines, changes } = reprice(this.#bought.lines, outcome.lines)
    const said = [reason ?? '', ...changes.map((one) => cartChangeMessage(one, chargedAmount))].filter(
      Boolean,
    )
    if (quote === null || lines.length === 0) return withMoney([...said, words.changedMeanwhile].join(' '))
    const bought = boughtKey({ ...this.#bought, lines })
    this.#refusal = { bought, destination: { country, region, postal }, quote }
    this.#quote = quote
    return [...said, words.totalNow(chargedAmount(leftToPay(quote.totals)))].join(' ')
  }

  async #ask(destination: Destination, shippingMethod: string | null): Promise<SheetAnswer> {
    const choices = { ...NO_CHOICES, shippingMethod, codes: this.#goodCodes() }
    const quote = await this.#price({ ...this.#bought, destination, choices })
    return quote === null ? { refusal: words.notPriced } : this.#show(quote)
  }

  #show(quote: Quote): SheetAnswer {
    const problem = this.#problemOf(quote)
    if (problem !== null) return { refusal: problem }
    this.#quote = quote
    return { sheet: sheetOf(quote) }
  }

  #problemOf({ problem, totals }: Quote): string | null {
    if (problem !== null) return problem.message
    // Where promotions or gift cards leave nothing to pay, the form of the checkout places the order.
    return leftToPay(totals) === 0 ? words.changedMeanwhile : chargeProblem(totals, this.#leastCharge)
  }

  /** The codes that do something, as far as the server has said. */
  #goodCodes(): string[] {
    const refused = this.#quote?.codes.filter(({ refusal }) => refusal !== null).map(({ code }) => code)
    return this.#bought.codes.filter((code) => refused?.includes(code) !== true)
  }
}

/** What a quote is about, besides its destination. */
function boughtKey({ lines, codes }: ToBuy): string {
  const items = lines.map((line) => [lineKey(line), line.quantity])
  return JSON.stringify([items, codes])
}

/** Whether what a wallet tells of an address can be the beginning of a whole one. */
function mayBe(whole: Destination, told: Destination): boolean {
  const tidy = (postal: string) => postal.replaceAll(/\s/g, '').toUpperCase()
  const isSame = whole.country === told.country && whole.region === told.region
  return isSame && tidy(whole.postal).startsWith(tidy(told.postal))
}

/** The quote as the sheet of a wallet shows it. */
function sheetOf({ totals, methods, method }: Quote): WalletSheet {
  // A tax that the prices contain adds nothing.
  const adjustments = totals.adjustments.filter(({ amount }) => amount !== 0)
  const { rows } = shownPrice({ ...totals, adjustments }, null, rowWords)
  const rates = methods.map(({ id, name, price, leastDays, mostDays }): WalletRate => {
    return { id, name, amount: price, days: days(leastDays, mostDays) }
  })
  const chosen = rates.filter(({ id }) => id === method)
  const shipping = totals.adjustments
    .filter(({ kind }) => kind === 'shipping')
    .map(({ amount }) => cents(amount))
  // Wallets want a rate where the shop has one price for all.
  const only: WalletRate = { id: 'delivery', name: words.delivery, amount: addCents(shipping), days: '' }
  const { giftCards = [] } = totals
  const paid = giftCards.map(({ lastFour, amount }) => ({ label: giftCard(lastFour), amount: -amount }))
  return {
    total: leftToPay(totals),
    rows: [...rows.slice(0, -1), ...paid],
    rates: rates.length === 0 ? [only] : [...chosen, ...rates.filter(({ id }) => id !== method)],
  }
}
