import * as v from 'valibot'
import {
  CONDITIONS,
  RETURN_REASON_WORDS,
  RETURN_STATE_WORDS,
  RETURN_STATES,
  RETURN_WISHES,
} from '#domain/returns/return.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { keysOf } from '#domain/record-of.ts'
import { versionSchema as version } from '#domain/version.ts'
import { readReturn, returnsAfter } from '#operations/returns/read-returns.ts'
import {
  annotateReturn,
  decideReturn,
  exchangeReturn,
  receiveReturn,
  refundReturn,
  type ReturnChange,
  type ReturnOutcome,
} from '#operations/returns/receive-return.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { countSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { staffOrderRefusal } from '#web/api/orders/staff-order-refusal.ts'
import { problem } from '#web/http/problem.ts'
import { LIST_DETAIL, listEntries, nextSchema, pageOf } from '#web/views/list-cursor.server.ts'
import type { WholeReturnView } from '#web/views/returns/return-view.ts'
import { reservedWords, returnView, wholeReturnView } from '#web/views/returns/return-view.server.ts'

export const returnParams = recordParams(
  { number: v.pipe(v.string(), v.regex(/^R-[0-9A-Z]{4}-[0-9A-Z]{4}-\d{1,4}$/)) },
  'There is no such return.',
)
const params = returnParams

const stepSchema = v.nullable(v.object({ at: v.string(), by: v.string() }))

const listedSchema = v.object({
  number: v.string(),
  order: v.string(),
  version: ordinalSchema,
  state: v.picklist(RETURN_STATES),
  name: v.string(),
  email: v.string(),
  items: v.array(v.string()),
  wish: v.picklist(RETURN_WISHES),
  /** What the customer wants instead, in words. */
  instead: v.array(v.string()),
  held: v.nullable(v.string()),
  review: v.array(v.string()),
  method: v.string(),
  fee: countSchema,
  note: v.string(),
  answer: v.string(),
  label: v.string(),
  staffNote: v.string(),
  isWithdrawal: v.boolean(),
  askedAt: v.string(),
  due: v.nullable(v.object({ at: v.string(), isPast: v.boolean() })),
  decided: stepSchema,
  received: stepSchema,
  units: v.array(
    v.object({
      number: ordinalSchema,
      position: countSchema,
      name: v.string(),
      size: v.string(),
      reason: v.picklist(keysOf(RETURN_REASON_WORDS)),
      condition: v.nullable(v.picklist(CONDITIONS)),
      exchange: v.nullable(v.object({ name: v.string(), size: v.string() })),
    }),
  ),
})

export const returnSchema = v.object({
  ...listedSchema.entries,
  files: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(['photo', 'staff-photo', 'label']),
      addedAt: v.string(),
      addedBy: v.string(),
    }),
  ),
  offer: v.object({
    lines: v.array(v.object({ position: countSchema, prices: v.array(countSchema), sent: countSchema })),
    shipping: countSchema,
    left: countSchema,
  }),
  exchange: v.nullable(v.object({ difference: v.pipe(v.number(), v.integer()), problem: v.string() })),
}) satisfies v.GenericSchema<WholeReturnView>

const text = (most: number) =>
  v.pipe(
    v.string(),
    v.transform((typed) => withoutInvisible(typed.replaceAll('\0', '')).trim()),
    v.maxLength(most, `Use at most ${most} characters.`),
  )

const refundEntries = {
  shipping: v.optional(v.boolean(), false),
  keepFee: v.optional(v.boolean(), true),
  checkedGateway: v.optional(v.boolean()),
}

const CURRENT = { means: 'The return as it is now.', schema: returnSchema }
const ANSWERS = {
  200: CURRENT,
  409: refusal('Another change came first, or its state does not allow it. `current` is the current return.'),
}

/** Runs a change, and answers the return as it is then, or why it was refused. */
async function changed(
  shop: Shop,
  {
    staff,
    params: { number },
    version: seen,
  }: Pick<StaffContext, 'staff'> & {
    params: { number: string }
    version: number
  },
  change: (change: ReturnChange) => Promise<ReturnOutcome>,
) {
  const before = await readReturn(shop, number)
  if (before === null) return noSuch(params)
  const by = { by: staff.member.email, permissions: staff.permissions }
  const outcome = await change({ id: before.found.id, version: seen, ...by })
  const view = wholeReturnView(shop, (await readReturn(shop, number))!)
  return outcome.kind === 'changed' ? view : refused(outcome, view)
}

function refused(outcome: Exclude<ReturnOutcome, { kind: 'changed' }>, current: WholeReturnView): Response {
  switch (outcome.kind) {
    case 'unknown-return':
      return noSuch(params)
    case 'return-changed':
      return conflict('This return was changed in the meantime. Nothing was done: check it again.')
    case 'return-not-possible':
      return conflict(`This cannot be done while the return is “${RETURN_STATE_WORDS[outcome.state]}”.`)
    case 'nothing-came':
      return conflict('None of it is in the parcel. Decline the return instead.')
    case 'nothing-to-exchange':
      return conflict('Its customer does not want another piece instead.')
    case 'exchange-sold-out':
      return conflict(
        `${outcome.item.name}, ${outcome.item.size} is sold out by now. Refund the return instead.`,
      )
    case 'exchange-reserved':
      return conflict(reservedWords(outcome.item))
    case 'unknown-units': {
      const errors = [{ path: '/units', message: 'Say for each item what you found.' }]
      return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
    }
    default:
      return problem({ ...staffOrderRefusal(outcome)!, current })
  }

  function conflict(title: string): Response {
    return problem({ type: outcome.kind, status: 409, title, current })
  }
}

export const routes = [
  staffAction('GET /api/staff/returns', 'orders.read', {
    summary: 'The returns',
    detail: LIST_DETAIL,
    query: v.object({ state: v.optional(v.picklist(RETURN_STATES)), ...listEntries }),
    answers: {
      200: {
        means: 'The next returns.',
        schema: v.object({ returns: v.array(listedSchema), next: nextSchema }),
      },
    },
    async run({ shop, query: { state = '' as const, cursor, limit } }) {
      const found = await returnsAfter(shop, state, cursor ?? null, limit + 1)
      const { shown, next } = pageOf(
        found.map((one) => ({ ...one, id: one.found.id, createdAt: one.found.createdAt })),
        limit,
      )
      return { returns: shown.map((one) => returnView(shop, one)), next }
    },
  }),
  staffAction('GET /api/staff/returns/:number', 'orders.read', {
    summary: 'One return',
    detail: '`offer` has what units of the lines cost that were not refunded, as of an order.',
    params,
    answers: { 200: CURRENT },
    async run({ shop, params: { number } }) {
      const found = await readReturn(shop, number)
      return found === null ? noSuch(params) : wholeReturnView(shop, found)
    },
  }),
  staffAction('POST /api/staff/returns/:number/decide', 'orders.refund', {
    summary: 'Accept or decline a return',
    detail: 'The customer is emailed with the `answer`.',
    params,
    body: {
      schema: v.object({ version, isAccepted: v.boolean(), answer: v.optional(text(1_000), '') }),
      example: { version: 1, isAccepted: true, answer: 'Please send it back.' },
    },
    answers: ANSWERS,
    run: ({ shop, body: { version: seen, ...body }, ...asked }) =>
      changed(shop, { ...asked, version: seen }, (change) => decideReturn(shop, { ...change, ...body })),
  }),
  staffAction('POST /api/staff/returns/:number/notes', 'orders.note', {
    summary: 'Write the label and the notes of a return',
    detail:
      '`label`: a code, or the address of a label to print; the customer sees it. `staffNote`: staff alone do.',
    params,
    body: {
      schema: v.object({ version, label: text(500), staffNote: text(2_000) }),
      example: { version: 1, label: 'CP-4477-2210', staffNote: '' },
    },
    answers: ANSWERS,
    run: ({ shop, body: { version: seen, ...body }, ...asked }) =>
      changed(shop, { ...asked, version: seen }, (change) => annotateReturn(shop, { ...change, ...body })),
  }),
  staffAction('POST /api/staff/returns/:number/receive', 'orders.fulfil', {
    summary: 'Receive a return',
    detail:
      '`units`: what staff found of each. What is `stock` goes back to stock; what is `missing` is neither refunded nor exchanged. With `exchange`, what the customer wants instead becomes something to pack: what it costs more is asked for by a payment link, what it costs less is refunded. With `refund`, which takes the permission to refund, what came is refunded at once: exactly what it cost, with `shipping` also that, less the fee unless `keepFee` is false.',
    params,
    body: {
      schema: v.object({
        version,
        units: v.pipe(
          v.array(v.object({ number: ordinalSchema, condition: v.picklist(CONDITIONS) })),
          v.maxLength(1_000),
        ),
        refund: v.optional(v.nullable(v.object({ ...refundEntries, keepFee: v.boolean() })), null),
        exchange: v.optional(v.boolean(), false),
      }),
      example: { version: 1, units: [{ number: 1, condition: 'stock' }], refund: { keepFee: true } },
    },
    answers: ANSWERS,
    run: ({ shop, body: { version: seen, ...body }, ...asked }) =>
      changed(shop, { ...asked, version: seen }, (change) => receiveReturn(shop, { ...change, ...body })),
  }),
  staffAction('POST /api/staff/returns/:number/exchange', 'orders.fulfil', {
    summary: 'Exchange a return that was received',
    detail:
      'What the customer wants instead becomes something to pack. What it costs more is asked for by a payment link, what it costs less is refunded. Once.',
    params,
    body: {
      schema: v.object({ version, checkedGateway: v.optional(v.boolean()) }),
      example: { version: 2 },
    },
    answers: ANSWERS,
    run: ({ shop, body: { version: seen, ...body }, ...asked }) =>
      changed(shop, { ...asked, version: seen }, (change) => exchangeReturn(shop, { ...change, ...body })),
  }),
  staffAction('POST /api/staff/returns/:number/refund', 'orders.refund', {
    summary: 'Refund a return that was received',
    detail:
      'Exactly what came cost, with `shipping` also that, less the fee unless `keepFee` is false. Once.',
    params,
    body: { schema: v.object({ version, ...refundEntries }), example: { version: 2 } },
    answers: ANSWERS,
    run: ({ shop, body: { version: seen, ...body }, ...asked }) =>
      changed(shop, { ...asked, version: seen }, (change) => refundReturn(shop, { ...change, ...body })),
  }),
]
