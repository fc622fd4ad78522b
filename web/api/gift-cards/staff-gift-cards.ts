import * as v from 'valibot'
import { MAX_GIFT_CARD, MIN_GIFT_CARD } from '#domain/catalog/gift-amounts.ts'
import { GIFT_CARD_KINDS, GIFT_CARD_STATES } from '#domain/gift-cards/gift-card.ts'
import { toGiftCardId } from '#domain/ids.ts'
import { cents, formatCad, signedCents } from '#domain/money.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import {
  adjustGiftCard,
  issueAsStaff,
  renewCode,
  setGiftCardState,
  type GiftCardOutcome,
} from '#operations/gift-cards/change-gift-card.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { problem } from '#web/http/problem.ts'

const RANGE = `Enter an amount from ${formatCad(MIN_GIFT_CARD)} to ${formatCad(MAX_GIFT_CARD)}.`
const params = idParams(toGiftCardId, 'There is no such gift card.')
const reason = v.pipe(
  v.string(),
  v.transform((typed) => withoutInvisible(typed.replaceAll(/\p{Cc}/gu, ' ')).trim()),
  v.minLength(1, 'Say why.'),
  v.maxLength(200, 'Use at most 200 characters.'),
)
const issueSchema = v.object({
  amount: v.pipe(
    v.number(RANGE),
    v.safeInteger(RANGE),
    v.minValue(MIN_GIFT_CARD, RANGE),
    v.maxValue(MAX_GIFT_CARD, RANGE),
    v.transform(cents),
  ),
  reason,
})
const adjustSchema = v.object({
  amount: v.pipe(
    v.number(RANGE),
    v.safeInteger(RANGE),
    v.minValue(-MAX_GIFT_CARD, RANGE),
    v.maxValue(MAX_GIFT_CARD, RANGE),
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
const CURRENT = { means: 'The card as it is now, with its balance in CAD cents.', schema: cardSchema }

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
          ? `Only ${formatCad(outcome.balance)} is left on it.`
          : `It can be worth at most ${formatCad(MAX_GIFT_CARD)}, and has ${formatCad(outcome.balance)}.`
      return problem({
        type: 'invalid-request',
        status: 422,
        title,
        errors: [{ path: '/amount', message: title }],
      })
    }
  }
}

const asked = { params, body: { schema: v.object({ reason }), example: { reason: 'Reported as stolen' } } }

export const routes = [
  staffAction('POST /api/staff/gift-cards', 'gift-cards.write', {
    summary: 'Issue a gift card',
    detail: 'In CAD cents. It has no code until one is made: nobody can pay with it before.',
    body: { schema: issueSchema, example: { amount: 50_00, reason: 'Won the raffle' } },
    answers: { 201: { means: 'The card.', schema: cardSchema } },
    async run({ shop, staff, body }) {
      return issueAsStaff(shop, { ...body, by: staff.member.email })
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
  staffAction('POST /api/staff/gift-cards/:id/adjust', 'gift-cards.write', {
    summary: 'Change the balance of a gift card or store credit',
    detail: 'By so many CAD cents: below zero to lower it, at most to zero.',
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
