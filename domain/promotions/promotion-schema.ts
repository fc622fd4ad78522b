import * as v from 'valibot'
import { cents } from '#domain/money.ts'
import { findCountry } from '#domain/places/countries.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { looksLikeEmail } from '#domain/email.ts'
import { PROMOTION_CLASSES, type Promotion } from './promotion.ts'
import { normalizeCode } from './typed-code.ts'

/** The limits of the setting. Amounts in cents. */
export const PROMOTION_LIMITS = {
  promotions: 100,
  name: 60,
  codes: 20,
  choices: 200,
  customers: 500,
  steps: 10,
  parts: 5,
  pieces: 99,
  amount: 100_000_00,
  uses: 1_000_000,
} as const

const AMOUNT = 'Enter an amount in dollars, such as 10.00.'
const PERCENT = 'Enter a percentage above 0 and up to 100, with at most three decimals.'
const COUNT = 'Enter a whole number, 1 or more.'

const whole = (most: number, message: string, least = 1) =>
  v.pipe(v.number(message), v.safeInteger(message), v.minValue(least, message), v.maxValue(most, message))
const amount = v.pipe(whole(PROMOTION_LIMITS.amount, AMOUNT), v.transform(cents))
const rate = whole(100_000, PERCENT)
const pieces = whole(PROMOTION_LIMITS.pieces, COUNT)
const time = v.nullable(whole(Number.MAX_SAFE_INTEGER, 'Enter a day and a time.', 0))
const text = (most: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => withoutInvisible(typed.replaceAll(/\p{Cc}/gu, ' ')).trim()),
    v.maxLength(most, `Use at most ${most} characters.`),
  )

/** The format of a code, without case and spaces. */
export const codeSchema = v.pipe(
  v.string(),
  v.transform(normalizeCode),
  v.regex(/^[\p{L}\p{N}_-]{3,40}$/u, 'Use 3 to 40 letters, digits and hyphens for a code.'),
)

const names = v.pipe(
  v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  v.maxLength(PROMOTION_LIMITS.choices, `Choose at most ${PROMOTION_LIMITS.choices}.`),
)
const items = v.object({ products: names, categories: names })
const someItems = v.pipe(
  items,
  v.check(
    ({ products, categories }) => products.length + categories.length > 0,
    'Choose products or categories.',
  ),
)
const counted = v.object({ items, quantity: pieces })

const effectSchema = v.variant('kind', [
  v.object({ kind: v.literal('percent'), milliPercent: rate, items }),
  v.object({ kind: v.literal('amount'), amount, items }),
  v.object({
    kind: v.literal('steps'),
    steps: v.pipe(
      v.array(v.object({ from: amount, milliPercent: rate })),
      v.minLength(1, 'Add a step.'),
      v.maxLength(PROMOTION_LIMITS.steps, `Use at most ${PROMOTION_LIMITS.steps} steps.`),
    ),
  }),
  v.object({ kind: v.literal('shipping'), off: v.nullable(amount), methods: names }),
  v.object({
    kind: v.literal('buy-get'),
    buy: counted,
    get: counted,
    milliPercent: rate,
    mostTimes: v.nullable(pieces),
  }),
  v.object({
    kind: v.literal('bundle'),
    parts: v.pipe(
      v.array(v.object({ items: someItems, quantity: pieces })),
      v.minLength(1, 'Add what is in the bundle.'),
      v.maxLength(PROMOTION_LIMITS.parts, `Use at most ${PROMOTION_LIMITS.parts} parts.`),
    ),
    price: amount,
  }),
])

const uses = v.nullable(whole(PROMOTION_LIMITS.uses, COUNT))

const conditionsSchema = v.pipe(
  v.object({
    leastAmount: v.nullable(amount),
    leastPieces: v.nullable(pieces),
    without: v.object({ items, reduced: v.boolean() }),
    firstOrder: v.boolean(),
    customers: v.pipe(
      v.array(
        v.pipe(v.string(), v.trim(), v.check(looksLikeEmail, 'Enter email addresses, one on each line.')),
      ),
      v.maxLength(PROMOTION_LIMITS.customers, `Name at most ${PROMOTION_LIMITS.customers} customers.`),
    ),
    countries: v.array(
      v.pipe(
        v.string(),
        v.check((code) => findCountry(code) !== null, 'Choose a country.'),
      ),
    ),
    from: time,
    until: time,
    uses,
    usesPerCustomer: uses,
  }),
  v.forward(
    v.partialCheck(
      [['from'], ['until']],
      ({ from, until }) => from === null || until === null || from < until,
      'It has to end after it begins.',
    ),
    ['until'],
  ),
)

/** A promotion as submitted. */
export const promotionSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
  name: v.pipe(text(PROMOTION_LIMITS.name), v.minLength(1, 'Enter a name. Shoppers read it.')),
  isPaused: v.boolean(),
  trigger: v.picklist(['automatic', 'code']),
  codes: v.pipe(
    v.array(codeSchema),
    v.maxLength(PROMOTION_LIMITS.codes, `Use at most ${PROMOTION_LIMITS.codes} codes.`),
  ),
  partner: text(PROMOTION_LIMITS.name),
  effect: effectSchema,
  conditions: conditionsSchema,
  combinesWith: v.array(v.picklist(PROMOTION_CLASSES)),
}) satisfies v.GenericSchema<unknown, Promotion>

/** The promotions as submitted and as stored. Names and codes are of one promotion each. */
export const promotionsSchema = v.object({
  promotions: v.pipe(
    v.array(promotionSchema),
    v.maxLength(PROMOTION_LIMITS.promotions, `Keep at most ${PROMOTION_LIMITS.promotions} promotions.`),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      const known = new Map<string, string>()
      for (const [at, one] of dataset.value.entries()) {
        const taken = (field: keyof Promotion, value: string, message: (name: string) => string) => {
          const key = `${field === 'codes' ? field : 'name'} ${value}`
          const other = known.get(key)
          if (other !== undefined) {
            const path = [at, field].map((part) => ({
              type: 'unknown',
              origin: 'value',
              input: one,
              key: part,
              value,
            }))
            addIssue({ message: message(other), path: path as never })
          }
          known.set(key, one.name)
        }
        taken('name', one.name.toLowerCase(), (name) => `There is a promotion called ${name} already.`)
        for (const code of one.codes)
          taken('codes', code, (name) => `The code ${code} is of ${name} already.`)
      }
    }),
  ),
})
