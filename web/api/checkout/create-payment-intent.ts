import type { ChargeableCurrency } from '#domain/charged-currency.ts'
import { CHARGEABLE_CURRENCIES, chargedCode } from '#domain/currency.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { OutcomeUnknownError } from '#db/engine/database-failure.ts'
import { checkoutFormIn, contactFormIn } from '#domain/checkout/checkout-form.ts'
import { checkoutChoicesSchema } from '#domain/checkout/checkout-choices.ts'
import { regionNamed } from '#domain/places/region-codes.ts'
import { SMALL_ORDER_UNITS } from '#domain/checkout/hold-limits.ts'
import type { CartAsItIs } from '#operations/checkout/check-cart.ts'
import { checkoutNote, type CheckedItem } from '#operations/checkout/check-items.ts'
import { findEarlyProducts } from '#operations/drops/early-access.ts'
import { placeOrder, type OrderOutcome } from '#operations/checkout/place-order.ts'
import { JsonAnswer } from '#web/http/json-answer.ts'
import { isLoopback, networkOf } from '#web/http/limits/client-address.ts'
import { problem, problemSchema, type ProblemError } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { readEarlyCookie, readTurnCookies } from '#web/http/visitors/room-cookies.ts'
import { newVisitorId, readVisitorCookie, visitorCookie } from '#web/http/visitors/visitor-cookie.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import {
  cartLineSchema,
  cartTotalsSchema,
  checkoutFormSchema,
  codeOutcomeSchema,
  codesInWords,
  linesInWords,
  problemIn,
  totalsInWords,
} from './cart-schema.ts'
import { findPostalCodeFault } from '#operations/checkout/postal-code-fault.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { checkoutIdSchema, itemsSchema } from './items-schema.ts'
import { shippingChoice, shippingChoiceSchema } from './shipping-choice.ts'
import { orderShipping } from '#domain/checkout/shipping/order-shipping.ts'
import { leftToPay } from '#domain/checkout/pricing.ts'
import { pageTariff } from '#domain/checkout/page-tariff.ts'
import { limitGuesses } from '#web/http/limits/limit-guesses.ts'
import { tariffSchema } from './tariff-schema.ts'
import { answerLanguage } from '#web/http/request-language.ts'
import { tooMany } from '#web/api/too-many.ts'
import { ownPages } from '#web/route.ts'
import { buying } from '#web/http/limits/rate-limits.ts'
import { amountIn } from '#domain/currency.ts'
import { momentWords } from '#domain/shop-time.ts'
import { english } from '#words/en/english.ts'
import { wordsIn, type Words } from '#words/languages.ts'

const AMOUNT = 'Give the total in cents, as a whole number.'

/** More rows than a price can have. Their number is checked before any of them is parsed. */
const MAX_ROWS = 200

/** A hundred lines may each say when they are sent. */
const MAX_NOTE = 40_000

const shownSchema = v.object({
  rows: v.pipe(
    v.array(v.unknown()),
    v.maxLength(MAX_ROWS),
    v.array(
      v.object({ label: v.pipe(v.string(), v.maxLength(300)), amount: v.pipe(v.number(), v.safeInteger()) }),
    ),
  ),
  dutyNote: v.nullable(v.pipe(v.string(), v.maxLength(MAX_NOTE))),
})

const CODES = CHARGEABLE_CURRENCIES.map((code) => code.toLowerCase() as Lowercase<ChargeableCurrency>)

const requestIn = ({ 'checkout/refusals': refusals }: Words, customer: typeof checkoutFormSchema) =>
  v.object({
    amount: v.pipe(v.number(AMOUNT), v.safeInteger(AMOUNT), v.minValue(0, AMOUNT)),
    shown: v.optional(shownSchema),
    currency: v.picklist(CODES, 'This is not a currency that a shop can charge in.'),
    checkoutId: v.optional(checkoutIdSchema),
    items: v.pipe(itemsSchema, v.minLength(1, refusals.emptyCart)),
    customer,
    ...checkoutChoicesSchema.entries,
    note: v.optional(
      v.pipe(v.string(), v.transform(withoutControls), v.trim(), v.maxLength(1_000, refusals.longNote)),
      '',
    ),
  })
const requestSchema = requestIn(english, checkoutFormSchema)

const giftsOnly = v.looseObject({
  items: v.pipe(v.array(v.looseObject({ gift: v.looseObject({}) })), v.minLength(1)),
})

/** What is read of a request, with its errors in a language. A cart with only gift cards needs no address. */
function readIn(words: Words) {
  const request = requestIn(words, checkoutFormIn(words['checkout/fields'].form))
  const giftsOnlySchema = v.object({
    ...request.entries,
    customer: contactFormIn(words['checkout/fields'].form),
  })
  return v.pipe(
    v.unknown(),
    v.transform(withNamedRegion),
    v.lazy((input) => (v.is(giftsOnly, input) ? giftsOnlySchema : request)),
  )
}

const readSchemas = new Map<Words, ReturnType<typeof readIn>>()

const coded = v.looseObject({ customer: v.looseObject({ country: v.string(), region: v.string() }) })

/** Wallets give a region by its code. */
function withNamedRegion(body: unknown): unknown {
  if (!v.is(coded, body)) return body
  const { customer } = body
  return { ...body, customer: { ...customer, region: regionNamed(customer.country, customer.region) } }
}

/**
 * POST /create-payment-intent: prices the cart from the catalogue, writes the order, holds its stock, and returns the
 * client secret for the payment. A repeat with the same `checkoutId` changes the same order.
 */
export async function createPaymentIntent(
  request: Request,
  { shop, address }: ApiContext,
): Promise<Response | JsonAnswer> {
  const language = answerLanguage(shop, request)
  const words = wordsIn(shop, language)
  const body = await readJson(request, readSchemas.getOrInsertComputed(words, readIn))
  if ('refusal' in body) return body.refusal
  const { checkoutId = randomUUID(), amount, shown, currency, items, customer, note, ...choices } = body.value
  if (currency !== chargedCode()) {
    // The page is from before the owner chose another currency: its amounts mean something else.
    const title = words['checkout/refusals'].otherCurrency
    const errors = [{ path: '/currency', message: title }]
    return problem({ type: 'other-currency', status: 422, title, errors })
  }
  const { timeZone } = shop.settings
  const visitor = readVisitorCookie(request.headers, shop)
  const device = visitor ?? newVisitorId()
  const from = isLoopback(address) ? null : networkOf(address)
  const postal = findPostalCodeFault(customer, words['checkout/fields'])
  if (postal !== null) return wrongPostalCode(postal)
  const order = { amount, shown, items, customer, note, choices, language }
  const placement = {
    ...order,
    checkoutId,
    visitor,
    device,
    address: from,
    turns: readTurnCookies(request.headers, shop),
    early: await findEarlyProducts(shop, (drop) => readEarlyCookie(request.headers, shop, drop)),
  }
  const place = () =>
    placeOrder(shop, placement).catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknownError)) throw error
      shop.log.error('An order may have been written or not', error, { checkoutId })
      return { kind: 'outcome-unknown' } as const
    })
  const outcome = await limitGuesses<Outcome>({ shop, address }, choices.codes, place, {
    isGuess: (placed) => placed.kind === 'field-refused' && placed.problem.type === 'code-refused',
    refuse: (waitSeconds) => ({ kind: 'too-many-guesses', waitSeconds }),
  })
  if (outcome.kind !== 'placed' && outcome.kind !== 'placed-free')
    return refused(outcome, { checkoutId, amount, country: customer.country, words, timeZone })
  const { orderNumber, totals } = outcome
  const { clientSecret, payBy } = outcome.kind === 'placed' ? outcome : { clientSecret: null, payBy: null }
  const headers = { 'set-cookie': visitorCookie(device, shop) }
  return new JsonAnswer(
    {
      clientSecret,
      orderNumber,
      checkoutId,
      totals: totalsInWords(totals, words.totals),
      ...(payBy !== null && { payBy }),
    },
    { headers },
  )
}

/** The postal code does not exist in the customer's country and region. */
function wrongPostalCode(message: string): Response {
  const errors = [{ path: '/customer/postal', message }]
  return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
}

createPaymentIntent.docs = {
  summary: 'Place an order and request its payment',
  detail:
    'The order is priced from the catalogue. `amount` is what the shopper saw to pay, in cents: the total without what gift cards pay of it. Where it differs, or ' +
    'something is gone, nothing is written. `shown` is what made up that total, in cents as `totals` of POST /api/cart/price ' +
    'has it, and the note on import duty: where it differs, nothing is written either. The stock is held until the payment, or until the hold runs out. Asking again ' +
    'with the same `checkoutId` changes the same order. One order may have up to a set number of units of a product, or ' +
    'a share of what is left: a line that asks for more is `not-enough`, with that number as `orderLimit`. Lines of the ' +
    'same product and size become one. `shippingMethod` is an id of the methods that POST /api/cart/price offers; without ' +
    'one, the order is priced with the cheapest. `codes` are of promotions and gift cards; one that takes nothing off is refused with ' +
    '`code-refused`, unless another offer takes off more. A gift card has its amount as `size`, such as `25`, and a `gift`: `{}` sends it to the customer. An order with only gift cards needs no address.',
  body: {
    schema: requestSchema,
    example: {
      amount: 14_536,
      currency: 'cad',
      items: [{ productId: 'emblem-hoodie', size: 'M', quantity: 1 }],
      customer: {
        email: 'ada@shopper.example',
        phone: '306 555 0123',
        name: 'Ada Prairie',
        address: '12 Broadway Ave',
        city: 'Saskatoon',
        country: 'CA',
        region: 'Saskatchewan',
        postal: 'S7K 1A1',
      },
    },
  },
  answers: {
    200: {
      means:
        'The order is written and its stock held. Pay with the secret. Without one there is nothing to pay, and the order is paid. `payBy`: for a drop that has just begun, when the stock is free for others again, in epoch milliseconds.',
      headers: { 'set-cookie': 'The id that this browser’s unpaid orders are counted by, for a day.' },
      schema: v.object({
        clientSecret: v.nullable(v.string()),
        orderNumber: v.string(),
        checkoutId: checkoutIdSchema,
        totals: cartTotalsSchema,
        payBy: v.optional(v.number()),
      }),
    },
    403: refusal(
      'A piece is sold through the waiting room of its drop (`turn-needed`), and this browser has no turn that is open: it waits at `room`, a path of this shop.',
      v.looseObject({ ...problemSchema.entries, room: v.optional(v.string()) }),
    ),
    409: refusal(
      'The cart, the total or the shipping method is not what the shopper saw (`lines`, `totals`, `tariff`, `shipping` and `codes` say what is true now), or the order has already been paid (`orderNumber`).',
      v.looseObject({
        ...problemSchema.entries,
        lines: v.optional(v.array(cartLineSchema)),
        totals: v.optional(cartTotalsSchema),
        shipping: v.optional(v.object({ ...shippingChoiceSchema.entries, note: v.nullable(v.string()) })),
        tariff: v.optional(tariffSchema),
        codes: v.optional(v.array(codeOutcomeSchema)),
        orderNumber: v.optional(v.string()),
      }),
    ),
    422: refusal(
      'A field is wrong, the shop does not ship there, or a card cannot be charged the total: it is too large (`too-expensive`), too small (`too-little`), or there is nothing to pay (`nothing-to-pay`). `other-currency`: the shop charges in another one. `over-person-limit`: with what the same person ordered before, it is more of a drop than one person may have. `not-accepted`: the shop does not take this order; the customer is told to write to it.',
      v.looseObject({ ...problemSchema.entries, totals: v.optional(cartTotalsSchema) }),
    ),
    429: refusal(
      'Too many attempts, too many changes of one order, too many declined cards, or too much held unpaid by this visitor or network. Retry-After is the number of seconds to wait.',
    ),
    502: refusal('The payment gateway does not answer. Ask again with the same `checkoutId`.'),
    503: refusal(
      'The type says what is known. `busy`: too many are ordering, and nothing was written. `outcome-unknown`: the order may ' +
        'have been written, and may hold its stock; ask again with the `checkoutId` of this answer, which makes no second ' +
        'order. `unavailable`: the database cannot be used. Nothing is charged in any case. Retry-After is the number of seconds to wait.',
      v.looseObject({ ...problemSchema.entries, checkoutId: v.optional(checkoutIdSchema) }),
    ),
  },
} satisfies EndpointDocs

type Outcome = OrderOutcome | { kind: 'outcome-unknown' } | { kind: 'too-many-guesses'; waitSeconds: number }
type Refusal = Exclude<Outcome, { kind: 'placed' | 'placed-free' }>

/** What the shopper agreed to, where it should go, and the words of the answer. */
interface Asked {
  checkoutId: string
  amount: number
  country: string
  words: Words
  timeZone: string
}

/** Why nothing was placed. */
function refused(outcome: Refusal, asked: Asked): Response {
  const words = asked.words['checkout/refusals']
  const totalWords = asked.words.totals
  switch (outcome.kind) {
    case 'cart-changed':
      return problem({
        type: 'cart-changed',
        status: 409,
        title: words.cartChanged,
        errors: outcome.cart.items.flatMap((item, index) => whatIsWrong(item, index, asked)),
        ...cartAsItIs(outcome, asked),
      })
    case 'amount-differs':
      return problem({
        type: 'amount-differs',
        status: 409,
        ...totalProblem(leftToPay(outcome.cart.totals), asked.amount, words),
        ...cartAsItIs(outcome, asked),
      })
    case 'shipping-changed':
      return problem({
        type: 'shipping-changed',
        status: 409,
        title: words.shippingChanged,
        ...cartAsItIs(outcome, asked),
      })
    case 'field-refused': {
      const { type } = outcome.problem
      const error = problemIn(outcome.problem, words)
      return problem({
        type,
        status: 422,
        title: error.message,
        errors: [error],
        ...cartAsItIs(outcome, asked),
      })
    }
    case 'too-expensive':
      return problem({
        type: 'too-expensive',
        status: 422,
        title: words.tooExpensive,
        errors: [{ path: '/items', message: words.orderFewer }],
        totals: totalsInWords(outcome.totals, totalWords),
      })
    case 'too-little':
      return problem({
        type: 'too-little',
        status: 422,
        title: words.tooLittle(amountIn(asked.words.language.LANGUAGE, outcome.least)),
        totals: totalsInWords(outcome.totals, totalWords),
      })
    case 'nothing-to-pay':
      return problem({
        type: 'nothing-to-pay',
        status: 422,
        title: words.nothingToPay,
        totals: totalsInWords(outcome.totals, totalWords),
      })
    case 'already-paid':
      return problem({
        type: 'already-paid',
        status: 409,
        title: words.alreadyPaid,
        orderNumber: outcome.orderNumber,
      })
    case 'too-many-declines':
      return tooMany(outcome, words.tooManyDeclines, words)
    case 'too-many-guesses':
      return tooMany(outcome, words.tooManyGuesses, words)
    case 'too-many-tries':
      return tooMany(outcome, words.tooManyTries, words)
    case 'too-many-unpaid':
      return tooMany(
        outcome,
        (wait) =>
          words.tooManyUnpaid[outcome.limit](
            outcome.limit === 'visitor-orders' ? outcome.orders : SMALL_ORDER_UNITS,
            wait,
          ),
        words,
      )
    case 'over-person-limit': {
      const title = words.personLimit(outcome.drop.perPerson, outcome.drop.name)
      return problem({ type: outcome.kind, status: 422, title, errors: [{ path: '/items', message: title }] })
    }
    case 'turn-needed':
      return problem({
        type: outcome.kind,
        status: 403,
        title: outcome.drop.draw ? words.drawn(outcome.drop.name) : words.turnNeeded(outcome.drop.name),
        room: `/drop/${outcome.drop.handle}/room`,
      })
    case 'busy':
      return askAgain(outcome.kind, outcome.isKnown ? words.busyAgain : words.busy, BUSY_WAIT_SECONDS)
    case 'outcome-unknown':
      return askAgain(outcome.kind, words.outcomeUnknown, UNKNOWN_WAIT_SECONDS, {
        checkoutId: asked.checkoutId,
      })
    case 'not-accepted':
      return problem({ type: outcome.kind, status: 422, title: words.notAccepted })
    case 'payment-unavailable':
      return problem({ type: 'payment-unavailable', status: 502, title: words.noSecret })
  }
}

const BUSY_WAIT_SECONDS = 3
const UNKNOWN_WAIT_SECONDS = 1

/** 503: the request was valid, and may be repeated unchanged after this many seconds. */
function askAgain(type: string, title: string, seconds: number, more: object = {}): Response {
  const refused = problem({ type, status: 503, title, ...more })
  refused.headers.set('retry-after', String(seconds))
  return refused
}

function cartAsItIs({ cart, tariff, codes }: CartAsItIs, { country, words }: Asked) {
  const { items, totals, shipping } = cart
  const { duty } = orderShipping(tariff, shipping.method, country).shipping
  return {
    lines: linesInWords(items, words),
    totals: totalsInWords(totals, words.totals),
    tariff: pageTariff(tariff, shipping.method?.price),
    shipping: { ...shippingChoice(shipping), note: checkoutNote(items, duty, words) },
    codes: codesInWords(codes, words),
  }
}

/** What is wrong with the total, or with the parts that the shopper was shown. */
function totalProblem(
  total: number,
  amount: number,
  words: Words['checkout/refusals'],
): { title: string; errors: ProblemError[] } {
  return total === amount
    ? { title: words.totalIncludesOther, errors: [{ path: '/shown', message: words.totalIncludesOther }] }
    : { title: words.totalChanged, errors: [{ path: '/amount', message: words.totalIs(total) }] }
}

function whatIsWrong(
  { status, left, size, orderLimit, soldFrom }: CheckedItem,
  index: number,
  { words: all, timeZone }: Asked,
): ProblemError[] {
  const words = all['checkout/refusals']
  switch (status) {
    case 'ok':
      return []
    case 'gone':
      return [{ path: `/items/${index}/productId`, message: words.noLongerSold }]
    case 'not-yet': {
      const time = momentWords(soldFrom ?? 0, all.language.LANGUAGE, timeZone)
      return [{ path: `/items/${index}/productId`, message: words.notYet(time) }]
    }
    case 'size-unavailable':
      return [{ path: `/items/${index}/size`, message: words.sizeUnavailable(size) }]
    case 'not-enough':
      return [
        {
          path: `/items/${index}/quantity`,
          message: orderLimit === null ? words.leftOf(left ?? 0) : words.orderLimit(orderLimit),
        },
      ]
  }
}

/** Removes control characters, which databases and mails cannot handle; line breaks stay. */
function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]|\p{Cs}/gu, '')
}

export const routes = [ownPages('POST /create-payment-intent', createPaymentIntent, buying)]
