import * as v from 'valibot'
import { toBlockId } from '#domain/ids.ts'
import {
  BLOCK_SIGNS,
  changedBlockSchema,
  newBlockSchema,
  orderBlockSchema,
  type Block,
} from '#domain/orders/block.ts'
import {
  addBlock,
  blockCustomer,
  editBlock,
  endBlock,
  readBlocks,
  type BlockOutcome,
} from '#operations/blocks/block-list.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { pageParameter, searchedFor } from '#web/views/list-address.ts'
import { orderParams } from './staff-order-action.ts'

const blockParams = idParams(toBlockId, 'This is not in the block list.')

const blockSchema = v.object({
  id: v.string(),
  sign: v.picklist(BLOCK_SIGNS),
  shown: v.string(),
  reason: v.string(),
  orderNumber: v.nullable(v.string()),
  disputeId: v.nullable(v.string()),
  addedBy: v.string(),
  addedAt: v.number(),
  endsAt: v.nullable(v.number()),
})

/** Without the digest by which its person is known again. */
const answered = ({ id, sign, shown, reason, ...block }: Block): v.InferOutput<typeof blockSchema> => ({
  id,
  sign,
  shown,
  reason,
  orderNumber: block.orderNumber,
  disputeId: block.disputeId,
  addedBy: block.addedBy,
  addedAt: block.addedAt,
  endsAt: block.endsAt,
})

const wrong = (path: string, message: string) =>
  problem({
    type: 'invalid-request',
    status: 422,
    title: 'Some fields are wrong.',
    errors: [{ path, message }],
  })

const OVER = 'This day is over. Choose a later one, or leave it empty.'

function outcomeAnswer(outcome: BlockOutcome) {
  switch (outcome.kind) {
    case 'blocked':
      return { blocks: outcome.blocks.map(answered) }
    case 'over':
      return wrong('/endsOn', OVER)
    case 'no-address':
      return wrong('/address', 'There is no address to go by.')
    case 'no-card':
      return wrong('/signs', 'The payment service does not tell the card of this order. Leave it out.')
    case 'gateway-unavailable':
      return problem({
        type: 'payment-unavailable',
        status: 502,
        title:
          'The payment service did not answer, and only it knows the card. Nothing was blocked: try again.',
      })
    case 'unknown':
      return noSuch(orderParams)
  }
}

const BLOCKED = { means: 'What is blocked.', schema: v.object({ blocks: v.array(blockSchema) }) }
const DETAIL =
  '`endsOn` is the last day, in the shop’s time zone; empty: it never ends. Who is on the list already gets this reason and this end.'

export const routes = [
  staffAction('GET /api/staff/blocks', 'orders.cancel', {
    summary: 'The block list',
    detail: '25 on a page, the latest first. `q`: a part of an address, a reason or an order number.',
    query: v.object({
      q: searchedFor,
      state: v.optional(v.picklist(['current', 'ended'])),
      page: pageParameter,
    }),
    answers: {
      200: {
        means: 'The blocks of the page, and how many there are.',
        schema: v.object({
          blocks: v.array(blockSchema),
          page: countSchema,
          pages: countSchema,
          total: countSchema,
        }),
      },
    },
    async run({ shop, query: { q, state, page } }) {
      const { rows, ...list } = await readBlocks(shop, { q, state: state ?? '', page })
      return { blocks: rows.map(answered), ...list }
    },
  }),
  staffAction('POST /api/staff/blocks', 'orders.cancel', {
    summary: 'Block an email address or a postal address',
    detail: DETAIL,
    body: {
      schema: newBlockSchema,
      example: { sign: 'email', email: 'mallory@example.com', reason: 'Sells on', endsOn: '2099-12-31' },
    },
    answers: { 200: BLOCKED },
    run: async ({ shop, staff, body }) => outcomeAnswer(await addBlock(shop, body, staff.member.email)),
  }),
  staffAction('POST /api/staff/orders/:number/blocks', 'orders.cancel', {
    summary: 'Block the customer of an order',
    detail: `By its email, its delivery address and its card, which the payment service is asked for. ${DETAIL}`,
    params: orderParams,
    body: {
      schema: orderBlockSchema,
      example: { signs: ['email', 'address', 'card'], reason: 'A chargeback', endsOn: '' },
    },
    answers: { 200: BLOCKED, 502: refusal('The payment service did not answer. Nothing was blocked.') },
    async run({ shop, staff, params: { number }, body }) {
      return outcomeAnswer(await blockCustomer(shop, { ...body, number, by: staff.member.email }))
    },
  }),
  staffAction('PUT /api/staff/blocks/:id', 'orders.cancel', {
    summary: 'Change a block, or block again',
    detail: DETAIL,
    params: blockParams,
    body: { schema: changedBlockSchema, example: { reason: 'Sells on', endsOn: '' } },
    answers: { 200: { means: 'The block as it is now.', schema: blockSchema } },
    async run({ shop, params: { id }, body }) {
      const outcome = await editBlock(shop, id, body)
      if (outcome.kind === 'unknown') return noSuch(blockParams)
      return 'block' in outcome ? answered(outcome.block) : wrong('/endsOn', OVER)
    },
  }),
  staffAction('DELETE /api/staff/blocks/:id', 'orders.cancel', {
    summary: 'End a block',
    detail: 'It stays in the list for 30 days, and can be made again.',
    params: blockParams,
    answers: { 204: { means: 'It no longer counts.' } },
    async run({ shop, params: { id } }) {
      return (await endBlock(shop, id)) ? null : noSuch(blockParams)
    },
  }),
]
