import * as v from 'valibot'
import { checkoutChoicesSchema } from '#domain/checkout/checkout-choices.ts'
import { CHECKOUT_LIMITS } from '#domain/checkout/checkout-form.ts'
import { regionNamed } from '#domain/places/region-codes.ts'
import { parseCountryCode } from '#domain/places/countries.ts'
import { checkoutNote } from '#operations/checkout/check-items.ts'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { findEarlyProducts } from '#operations/drops/early-access.ts'
import { findTurns } from '#operations/drops/find-turns.ts'
import { answerLanguage, answerWords } from '#web/http/request-language.ts'
import { readJson } from '#web/http/read-json.ts'
import { readEarlyCookie, readTurnCookies } from '#web/http/visitors/room-cookies.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import {
  cartTotalsSchema,
  codeOutcomeSchema,
  codesInWords,
  linesInWords,
  previewedLineSchema,
  problemIn,
  totalsInWords,
} from './cart-schema.ts'
import type { CodeOutcome } from '#operations/promotions/promotions-for.ts'
import { limitGuesses } from '#web/http/limits/limit-guesses.ts'
import { pageTariff } from '#domain/checkout/page-tariff.ts'
import { tariffSchema } from './tariff-schema.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { checkoutIdSchema, itemsSchema } from './items-schema.ts'
import { shippingChoice, shippingChoiceSchema } from './shipping-choice.ts'
import { ownPages } from '#web/route.ts'
import { buying } from '#web/http/limits/rate-limits.ts'

const place = (maxLength: number) => v.optional(v.pipe(v.string(), v.maxLength(maxLength), v.trim()), '')

const requestSchema = v.object({
  items: itemsSchema,
  checkoutId: v.optional(checkoutIdSchema),
  destination: v.optional(
    v.nullable(
      v.pipe(
        v.object({
          country: v.pipe(
            v.string(),
            v.check((code) => parseCountryCode(code) !== null, 'Give the two-letter code of a country.'),
          ),
          region: place(CHECKOUT_LIMITS.region),
          postal: place(CHECKOUT_LIMITS.postal),
        }),
        v.transform((at) => ({ ...at, region: regionNamed(at.country, at.region) })),
      ),
    ),
    null,
  ),
  ...checkoutChoicesSchema.entries,
})

const previewedShippingSchema = v.object({
  ...shippingChoiceSchema.entries,
  problem: v.nullable(v.object({ path: v.string(), message: v.string() })),
  note: v.nullable(v.string()),
})

function afterTooMany(code: string): CodeOutcome {
  return { code, name: null, off: 0, refusal: { kind: 'too-many-guesses' } }
}

/** POST /api/cart/price: each cart line against the current catalogue, and the totals of what is available. */
export async function priceCartEndpoint(request: Request, { shop, address }: ApiContext): Promise<Response> {
  const body = await readJson(request, requestSchema)
  if ('refusal' in body) return body.refusal
  const { items: asked, checkoutId, destination, ...choices } = body.value
  const words = answerWords(shop, request)
  const early = await findEarlyProducts(shop, (drop) => readEarlyCookie(request.headers, shop, drop))
  const now = shop.now()
  const own = readTurnCookies(request.headers, shop).filter(({ endsAt }) => endsAt > now)
  const needed = await findTurns(shop, asked, own)
  const price = (typed: string[]) =>
    previewCart(shop, {
      items: asked,
      checkoutId,
      destination,
      choices: { ...choices, codes: typed },
      early,
      language: answerLanguage(shop, request),
    })
  const preview = await limitGuesses({ shop, address }, choices.codes, () => price(choices.codes), {
    isGuess: (priced) => priced.codes.some(({ refusal }) => refusal?.kind === 'unknown'),
    refuse: async () => ({ ...(await price([])), codes: choices.codes.map(afterTooMany) }),
  })
  const { items, totals, tariff, shipping, problem, duty, codes } = preview
  return Response.json({
    lines: linesInWords(items, words),
    totals: totalsInWords(totals, words.totals),
    tariff: pageTariff(tariff, shipping.method?.price),
    shipping: {
      ...shippingChoice(shipping),
      problem: problem && problemIn(problem, words['checkout/refusals']),
      note: checkoutNote(items, duty, words),
    },
    codes: codesInWords(codes, words),
    ...(needed.kind === 'turn-needed' &&
      !needed.drop.draw && { waits: words['checkout/refusals'].waitsForTurn(needed.drop.name) }),
  })
}

priceCartEndpoint.docs = {
  summary: 'Price a cart',
  detail:
    'Prices of lines are in CAD dollars, totals in cents. Nothing is held. `checkoutId`: the checkout whose hold counts as available. ' +
    'Without a `destination`, totals are an estimate. `shipping` has the methods that fit there, why the cart cannot be sent ' +
    'there, and who pays import duty. `shippingMethod`: the chosen one, otherwise the totals have the cheapest. `codes` are of ' +
    'promotions and gift cards, as typed; the answer says what each takes off or pays, in cents, or why nothing. `waits`: in words, ' +
    'that a piece is sold through the waiting room of its drop, and this browser has no turn that is open.',
  body: {
    schema: requestSchema,
    example: {
      items: [{ productId: 'emblem-hoodie', size: 'M', quantity: 1 }],
      destination: { country: 'CA', region: 'Saskatchewan', postal: 'S7K 1A1' },
    },
  },
  answers: {
    200: {
      means:
        'Each line against the current catalogue, the totals of what is available, the tariff behind them, and shipping.',
      schema: v.object({
        lines: v.array(previewedLineSchema),
        totals: cartTotalsSchema,
        tariff: tariffSchema,
        shipping: previewedShippingSchema,
        codes: v.array(codeOutcomeSchema),
        waits: v.optional(v.string()),
      }),
    },
  },
} satisfies EndpointDocs

export const routes = [ownPages('POST /api/cart/price', priceCartEndpoint, buying)]
