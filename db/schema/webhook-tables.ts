import type { Generated } from 'kysely'
import type { WebhookEndpointId } from '#domain/ids.ts'
import type { EndpointState, WebhookThing, WebhookTopic } from '#domain/webhooks/topics.ts'

export interface WebhookTables {
  webhook_endpoints: WebhookEndpointsTable
  webhook_messages: WebhookMessagesTable
}

/** Where other programs are told what happens. Their secrets are derived (sign-webhook.ts), and not stored. */
interface WebhookEndpointsTable {
  id: WebhookEndpointId
  url: string
  /** Its topics, each between spaces. */
  topics: string
  state: EndpointState
  /** Which of its secrets signs, from `secret_since` on. */
  secret_number: number
  secret_since: number
  created_at: number
}

/** What endpoints are told: an outbox and its log. Nothing in it is about a customer. */
interface WebhookMessagesTable {
  id: Generated<number>
  endpoint_id: WebhookEndpointId
  /** The same for every endpoint that is told of one event, and whenever it is sent again. */
  message_id: string
  topic: WebhookTopic | 'test'
  thing: WebhookThing
  /** JSON: what is not stored elsewhere. */
  facts: string
  happened_at: number
  /** When it may be sent next; null: after an earlier message about the same thing. */
  run_after: Generated<number | null>
  leased_until: Generated<number>
  attempts: Generated<number>
  /** When the first of the attempts failed; null: none did. */
  failing_since: Generated<number | null>
  /** What was sent; null: it was not sent yet. */
  body: Generated<string | null>
  /** What was answered last: the status, null where there was none, and the first bytes or the failure. */
  status: Generated<number | null>
  answer: Generated<string | null>
  tried_at: Generated<number | null>
  done_at: Generated<number | null>
}
