import * as v from 'valibot'
import { WEBHOOK_DATA } from '#domain/webhooks/payloads.ts'
import { TOPIC_NAMES, WEBHOOK_TOPICS, WEBHOOK_VERSION, type WebhookTopic } from '#domain/webhooks/topics.ts'
import { recordOf } from '#domain/record-of.ts'
import { schemaToJson } from './openapi-schemas.ts'
import type { OpenApiDocument } from './openapi-shape.ts'

const HEADERS = {
  'webhook-id': 'The same whenever a message is sent again: keep it, and leave out what came before.',
  'webhook-timestamp': 'When it was sent, in seconds. Refuse what is older than five minutes.',
  'webhook-signature':
    'By Standard Webhooks: `v1,` and the HMAC-SHA256 of `id.timestamp.body`, for each secret, separated by spaces.',
}

/** What the shop sends to webhooks, by topic. */
export function webhookOperations(): OpenApiDocument['webhooks'] {
  return recordOf<Record<WebhookTopic, OpenApiDocument['webhooks'][string]>>(TOPIC_NAMES, (topic) => {
    const { schema, example } = WEBHOOK_DATA[topic]
    const body = v.object({
      type: v.literal(topic),
      version: v.literal(WEBHOOK_VERSION),
      timestamp: v.string(),
      data: schema,
    })
    const sent = {
      type: topic,
      version: WEBHOOK_VERSION,
      timestamp: '2026-11-28T12:00:00.000Z',
      data: example,
    }
    return {
      post: {
        operationId: `webhook_${topic.replace('.', '_')}`,
        tags: ['Webhooks'],
        summary: WEBHOOK_TOPICS[topic],
        description:
          'What `data` shows is as it is when the message is first sent. Messages about one thing come in their order.',
        security: [],
        parameters: Object.entries(HEADERS).map(([name, description]) => ({
          name,
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaToJson(body), example: sent } },
        },
        responses: {
          '2XX': {
            description:
              'Received. Anything else, a redirect too, is sent again, for three days. Answer within 15 seconds.',
          },
        },
      },
    }
  })
}
