import * as v from 'valibot'
import { toWebhookEndpointId } from '#domain/ids.ts'
import { ENDPOINT_STATES, ENDPOINT_URL_LENGTH, TOPIC_NAMES } from '#domain/webhooks/topics.ts'
import {
  addEndpoint,
  changeEndpoint,
  readEndpoints,
  readMessages,
  removeEndpoint,
  renewSecret,
  sendAgain,
  testEndpoint,
} from '#operations/webhooks/webhooks.ts'
import { idParams, noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { tryingSuppliers } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'

const endpointSchema = v.object({
  id: v.string(),
  url: v.string(),
  topics: v.array(v.picklist(TOPIC_NAMES)),
  state: v.picklist(ENDPOINT_STATES),
  secretNumber: countSchema,
  secretSince: v.number(),
  createdAt: v.number(),
})
const withSecret = v.object({ secret: v.string(), endpoint: endpointSchema })
const typedSchema = v.object({
  url: v.pipe(v.string(), v.trim(), v.maxLength(ENDPOINT_URL_LENGTH)),
  topics: v.pipe(
    v.array(v.picklist(TOPIC_NAMES)),
    v.minLength(1, 'Choose what it is told.'),
    v.maxLength(TOPIC_NAMES.length),
  ),
  isOn: v.boolean(),
})
const EXAMPLE = {
  url: 'https://warehouse.example/hooks',
  topics: ['order.paid', 'stock.changed'],
  isOn: true,
}
const messageSchema = v.object({
  id: countSchema,
  messageId: v.string(),
  topic: v.picklist([...TOPIC_NAMES, 'test']),
  happenedAt: v.number(),
  attempts: countSchema,
  nextAt: v.nullable(v.number()),
  isDone: v.boolean(),
  isFailing: v.boolean(),
  triedAt: v.nullable(v.number()),
  status: v.nullable(countSchema),
  body: v.nullable(v.string()),
  answer: v.nullable(v.string()),
})

const MISSING = 'The webhook was deleted in the meantime.'
const endpointParams = idParams(toWebhookEndpointId, MISSING)
const number = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
const messageParams = recordParams(
  { ...endpointParams.entries, message: number },
  'There is no such message, or it is sent anyway.',
)

function refused(refusal: { kind: 'not-public' | 'too-many' | 'unknown' }): Response {
  if (refusal.kind === 'unknown') return noSuch(endpointParams)
  if (refusal.kind === 'too-many')
    return problem({ type: 'too-many', status: 409, title: 'A shop has up to 20 webhooks.' })
  const message = 'Enter an https address on the public internet.'
  const errors = [{ path: '/url', message }]
  return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
}

export const routes = [
  staffAction('GET /api/staff/webhooks', 'webhooks.write', {
    summary: 'Webhooks',
    detail: 'What they send is under `webhooks` in this document.',
    answers: {
      200: {
        means: 'Every webhook, with how many messages wait. No secret is shown again.',
        schema: v.object({
          endpoints: v.array(v.object({ ...endpointSchema.entries, waiting: countSchema })),
        }),
      },
    },
    run: async ({ shop }) => ({
      endpoints: await readEndpoints(shop),
    }),
  }),
  staffAction('POST /api/staff/webhooks', 'webhooks.write', {
    summary: 'Add a webhook',
    detail: 'An https address on the public internet, and the topics that it is told of.',
    body: { schema: typedSchema, example: EXAMPLE },
    answers: {
      201: { means: 'The webhook. `secret` signs what it gets, and is shown this once.', schema: withSecret },
      409: refusal('There are 20 webhooks already (`too-many`).'),
    },
    async run({ shop, body }) {
      const outcome = await addEndpoint(shop, body)
      if (outcome.kind !== 'saved') return refused(outcome)
      return { secret: outcome.secret, endpoint: outcome.endpoint }
    },
  }),
  staffAction('PUT /api/staff/webhooks/:id', 'webhooks.write', {
    summary: 'Change a webhook, or turn it on or off',
    detail:
      'One that the shop has paused gets what waits when it is on again. Of one that is off nothing is kept.',
    params: endpointParams,
    body: { schema: typedSchema, example: EXAMPLE },
    answers: { 200: { means: 'The webhook as it is now.', schema: endpointSchema } },
    async run({ shop, params: { id }, body }) {
      const outcome = await changeEndpoint(shop, id, body)
      return outcome.kind === 'saved' ? outcome.endpoint : refused(outcome)
    },
  }),
  staffAction('POST /api/staff/webhooks/:id/secret', 'webhooks.write', {
    summary: 'Give a webhook a new secret',
    detail: 'For a day the secret before signs too.',
    params: endpointParams,
    answers: { 200: { means: 'The new secret, shown this once.', schema: withSecret } },
    async run({ shop, params: { id } }) {
      const outcome = await renewSecret(shop, id)
      if (outcome.kind !== 'saved') return refused(outcome)
      return { secret: outcome.secret, endpoint: outcome.endpoint }
    },
  }),
  staffAction('POST /api/staff/webhooks/:id/test', 'webhooks.write', {
    limit: tryingSuppliers,
    summary: 'Send a test message to a webhook',
    detail: 'A failure is a 200 too. What was answered is in the log.',
    params: endpointParams,
    answers: {
      200: { means: 'Whether it arrived.', schema: v.object({ hasArrived: v.boolean() }) },
    },
    run: async ({ shop, params: { id } }) => (await testEndpoint(shop, id)) ?? noSuch(endpointParams),
  }),
  staffAction('POST /api/staff/webhooks/:id/delete', 'webhooks.write', {
    summary: 'Delete a webhook with its log',
    params: endpointParams,
    answers: { 204: { means: 'It is told nothing any more.' } },
    async run({ shop, params: { id } }) {
      const outcome = await removeEndpoint(shop, id)
      return outcome.kind === 'saved' ? null : refused({ kind: 'unknown' })
    },
  }),
  staffAction('GET /api/staff/webhooks/:id/messages', 'webhooks.write', {
    summary: 'The log of a webhook',
    detail:
      'The messages of 30 days, the newest first, 20 on a page. `before`: the last `id` of the page before.',
    params: endpointParams,
    query: v.object({ before: v.optional(number) }),
    answers: { 200: { means: 'The messages.', schema: v.object({ messages: v.array(messageSchema) }) } },
    run: async ({ shop, params: { id }, query: { before = null } }) => ({
      messages: await readMessages(shop, id, before),
    }),
  }),
  staffAction('POST /api/staff/webhooks/:id/messages/:message/again', 'webhooks.write', {
    summary: 'Send a message again',
    detail: 'With the same id and body, so that its receiver can tell.',
    params: messageParams,
    answers: { 204: { means: 'It is sent again shortly.' } },
    run: async ({ shop, params: { id, message } }) =>
      (await sendAgain(shop, id, message)) ? null : noSuch(messageParams),
  }),
]
