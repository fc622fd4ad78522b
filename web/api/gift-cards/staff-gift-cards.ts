import * as v from 'valibot'
import { MAX_GIFT_CARD, MIN_GIFT_CARD } from '#domain/catalog/gift-amounts.ts'
import { giftSchema } from '#domain/checkout/gift-details.ts'
import type { CsvCell } from '#domain/csv.ts'
import { looksLikeEmail } from '#domain/email.ts'
import { GIFT_CARD_KINDS, GIFT_CARD_LIST_STATES, GIFT_CARD_STATES } from '#domain/gift-cards/gift-card.ts'
import { searchFilter } from '#domain/list-filter.ts'
import { keysOf } from '#domain/record-of.ts'
import { shopDay } from '#domain/shop-day.ts'
import { toGiftCardId } from '#domain/ids.ts'
import { cents, formatCents, signedCents } from '#domain/money.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import {
  adjustGiftCard,
  giveStoreCredit,
  issueAsStaff,
  renewCode,
  setGiftCardState,
  type GiftCardOutcome,
} from '#operations/gift-cards/change-gift-card.ts'
import { streamGiftCards } from '#operations/gift-cards/read-gift-cards.ts'
import { sendDueGiftCards } from '#operations/gift-cards/sell-gift-cards.ts'
import { sendAgain } from '#operations/gift-cards/send-gift-card.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import type { Shop } from '#operations/shop.ts'
import type { CsvFile } from '#web/http/files/csv-answer.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { problem } from '#web/http/problem.ts'

const range = () => `Enter an amount from ${formatCents(MIN_GIFT_CARD)} to ${formatCents(MAX_GIFT_CARD)}.`
const NO_EMAIL = 'Enter a valid email address.'
const params = idParams(toGiftCardId, 'There is no such gift card.')
const reason = v.pipe(
  v.string(),
  v.transform((typed) => withoutInvisible(typed.replaceAll(/\p{Cc}/gu, ' ')).trim()),
  v.minLength(1, 'Say why.'),
  v.maxLength(200, 'Use at most 200 characters.'),
)
const given = {
  amount: v.pipe(
    v.number(range),
    v.safeInteger(range),
    v.minValue(MIN_GIFT_CARD, range),
    v.maxValue(MAX_GIFT_CARD, range),
    v.transform(cents),
  ),
  reason,
}
const email = v.pipe(v.string(NO_EMAIL), v.trim(), v.check(looksLikeEmail, NO_EMAIL))
const issueSchema = v.object({
  ...given,
  recipient: v.optional(v.object({ ...giftSchema.entries, email })),
})
const creditSchema = v.object({ ...given, email, name: giftSchema.entries.name })
const filters = {
  q: v.optional(searchFilter.schema, ''),
  state: v.optional(v.picklist(keysOf(GIFT_CARD_LIST_STATES))),
}
const adjustSchema = v.object({
  amount: v.pipe(
    v.number(range),
    v.safeInteger(range),
    v.minValue(-MAX_GIFT_CARD, range),
    v.maxValue(MAX_GIFT_CARD, range),
    v.check((amount) => amount !== 0, 'Enter an amount other than 0.'),
    v.transform(signedCents),
  ),
  reason,
})
const cardSchema = v.object({
  id: v.string(),
  kind: v.picklist(GIFT_CARD_KINDS),
  state: v.picklist(GIFT_CARD_STATES),
  lastFour: v.string(),
  balance: countSchema,
})
const CURRENT = { means: 'The card as it is now, with its balance in cents.', schema: cardSchema }

function answerOf(outcome: GiftCardOutcome) {
  switch (outcome.kind) {
    case 'changed':
      return outcome.card
    case 'unknown-gift-card':
      return noSuch(params)
    case 'too-much':
    case 'above-the-most': {
      const title =
        outcome.kind === 'too-much'
          ? `Only ${formatCents(outcome.balance)} is left on it.`
          : `It can be worth at most ${formatCents(MAX_GIFT_CARD)}, and has ${formatCents(outcome.balance)}.`
      return problem({
        type: 'invalid-request',
        status: 422,
        title,
        errors: [{ path: '/amount', message: title }],
      })
    }
  }
}

const emailSchema = v.pipe(
  v.optional(v.string(), ''),
  v.trim(),
  v.check((email) => email === '' || looksLikeEmail(email), 'Enter a valid email address.'),
)

const HEAD = ['Kind', 'Last four', 'State', 'Balance', 'Order', 'Email', 'Send on', 'Sent', 'Issued']

async function* lines(batches: ReturnType<typeof streamGiftCards>): AsyncGenerator<CsvCell[][]> {
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  for await (const cards of batches) {
    yield cards.map((card) => [
      card.kind,
      card.lastFour,
      card.state,
      formatCents(card.balance),
      card.orderNumber,
      card.email,
      card.sendOn,
      time(card.sentAt),
      time(card.createdAt),
    ])
  }
}

/** The gift cards and store credit, without codes: the shop has none. */
export function giftCardsFile(
  shop: Shop,
  { q, state = '' }: { q: string; state?: Parameters<typeof streamGiftCards>[1]['state'] | undefined } = {
    q: '',
  },
): CsvFile {
  const batches = lines(streamGiftCards(shop, { query: q, state }))
  return { name: 'gift-cards.csv', head: HEAD, batches }
}

const asked = { params, body: { schema: v.object({ reason }), example: { reason: 'Reported as stolen' } } }

export const routes = [
  staffAction('POST /api/staff/gift-cards', 'gift-cards.write', {
    summary: 'Issue a gift card',
    detail:
      'In cents. With a `recipient` it is sent by mail, on the day `sendOn` or at once. Otherwise it has no code until one is made: nobody can pay with it before.',
    body: { schema: issueSchema, example: { amount: 50_00, reason: 'Won the raffle' } },
    answers: { 201: { means: 'The card.', schema: cardSchema } },
    async run({ shop, staff, body }) {
      const { recipient: to, ...card } = body
      const today = shopDay(shop.now(), shop.settings.timeZone)
      const issued = await issueAsStaff(shop, {
        ...card,
        by: staff.member.email,
        ...(to && { recipient: { ...to, sender: '', sendOn: to.sendOn || today } }),
      })
      await sendDueGiftCards(shop)
      return issued
    },
  }),
  staffAction('POST /api/staff/store-credit', 'gift-cards.write', {
    summary: 'Give a customer store credit',
    detail:
      'In cents, added to what the email address has. The customer gets a mail, and uses it at the checkout by a link to that address.',
    body: {
      schema: creditSchema,
      example: { email: 'ada@shopper.example', amount: 25_00, reason: 'The parcel came late' },
    },
    answers: { 201: { means: 'The store credit as it is now.', schema: cardSchema } },
    async run({ shop, staff, body }) {
      return answerOf(await giveStoreCredit(shop, { ...body, by: staff.member.email }))
    },
  }),
  staffAction('POST /api/staff/gift-cards/:id/code', 'gift-cards.write', {
    summary: 'Make a new code for a gift card',
    detail: 'The shop keeps no code: it is told once, and the one that the card had before no longer works.',
    params,
    answers: { 200: { means: 'The code.', schema: v.object({ code: v.string() }) } },
    async run({ shop, params: { id } }) {
      const made = await renewCode(shop, id)
      if (made === null) return noSuch(params)
      return Response.json(made, { headers: { 'cache-control': 'no-store' } })
    },
  }),
  staffAction('GET /api/staff/gift-cards.csv', 'gift-cards.write', {
    summary: 'The gift cards and store credit as a CSV file',
    detail: 'Without codes: the shop has none. Exports are recorded in the staff activity.',
    query: v.object(filters),
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      return exportAnswer(asked.request, asked, 'exported-gift-cards', giftCardsFile(asked.shop, asked.query))
    },
  }),
  staffAction('POST /api/staff/gift-cards/:id/send', 'gift-cards.write', {
    summary: 'Send a gift card again',
    detail:
      'To its recipient, or to another address. The mail has a new code: the one before no longer works.',
    params,
    body: { schema: v.object({ email: emailSchema }), example: { email: 'ada@shopper.example' } },
    answers: { 204: { means: 'The mail is on its way.' } },
    async run({ shop, params: { id }, body }) {
      const outcome = await sendAgain(shop, id, body.email)
      if (outcome === 'sent') return null
      if (outcome === 'unknown-gift-card') return noSuch(params)
      const title =
        outcome === 'no-recipient' ? 'Enter an email address.' : 'It is disabled, or nothing is left on it.'
      return problem({
        type: 'invalid-request',
        status: 422,
        title,
        errors: [{ path: '/email', message: title }],
      })
    },
  }),
  staffAction('POST /api/staff/gift-cards/:id/adjust', 'gift-cards.write', {
    summary: 'Change the balance of a gift card or store credit',
    detail: 'By so many cents: below zero to lower it, at most to zero.',
    params,
    body: { schema: adjustSchema, example: { amount: -10_00, reason: 'Issued for too much' } },
    answers: { 200: CURRENT },
    async run({ shop, staff, params: { id }, body }) {
      return answerOf(await adjustGiftCard(shop, id, { ...body, by: staff.member.email }))
    },
  }),
  staffAction('POST /api/staff/gift-cards/:id/disable', 'gift-cards.write', {
    summary: 'Disable a gift card or store credit',
    detail: 'Nobody can pay with it. Its balance stays, and what it paid for is still refunded to it.',
    ...asked,
    answers: { 200: CURRENT },
    async run({ shop, staff, params: { id }, body }) {
      const change = { ...body, by: staff.member.email, state: 'disabled' as const }
      return answerOf(await setGiftCardState(shop, id, change))
    },
  }),
  staffAction('POST /api/staff/gift-cards/:id/enable', 'gift-cards.write', {
    summary: 'Enable a gift card or store credit again',
    ...asked,
    answers: { 200: CURRENT },
    async run({ shop, staff, params: { id }, body }) {
      const change = { ...body, by: staff.member.email, state: 'active' as const }
      return answerOf(await setGiftCardState(shop, id, change))
    },
  }),
]
