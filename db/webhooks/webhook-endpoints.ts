import type { Kysely, Updateable } from 'kysely'
import type { Database } from '#db/schema.ts'
import { toWebhookEndpointId, type WebhookEndpointId } from '#domain/ids.ts'
import { TOPIC_NAMES, type EndpointState, type WebhookTopic } from '#domain/webhooks/topics.ts'

/** An address that is told what happens. Times are epoch milliseconds. */
export interface WebhookEndpoint {
  id: WebhookEndpointId
  url: string
  topics: WebhookTopic[]
  state: EndpointState
  secretNumber: number
  secretSince: number
  createdAt: number
}

/** What staff change of an endpoint. */
export type EndpointChange = Partial<
  Pick<WebhookEndpoint, 'url' | 'topics' | 'state' | 'secretNumber' | 'secretSince'>
>

/** Every endpoint, in the order in which they were made, with how many messages wait. */
export async function listEndpoints(
  db: Kysely<Database>,
): Promise<(WebhookEndpoint & { waiting: number })[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .select((e) =>
      e
        .selectFrom('webhook_messages')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .whereRef('endpoint_id', '=', 'webhook_endpoints.id')
        .where('done_at', 'is', null)
        .as('waiting'),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ waiting, ...row }) => ({ ...endpointFrom(row), waiting: Number(waiting) }))
}

/** One endpoint; null when there is none. */
export async function findEndpoint(
  db: Kysely<Database>,
  id: WebhookEndpointId,
): Promise<WebhookEndpoint | null> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? endpointFrom(row) : null
}

function endpointFrom(row: {
  id: string
  url: string
  topics: string
  state: EndpointState
  secret_number: number
  secret_since: number
  created_at: number
}): WebhookEndpoint {
  return {
    id: toWebhookEndpointId(row.id),
    url: row.url,
    topics: TOPIC_NAMES.filter((topic) => row.topics.includes(` ${topic} `)),
    state: row.state,
    secretNumber: row.secret_number,
    secretSince: row.secret_since,
    createdAt: row.created_at,
  }
}

/** Stores a new endpoint. */
export async function insertEndpoint(
  tx: Kysely<Database>,
  { id, createdAt, ...values }: WebhookEndpoint,
): Promise<void> {
  await tx
    .insertInto('webhook_endpoints')
    .values({
      id,
      url: values.url,
      topics: stored(values.topics),
      state: values.state,
      secret_number: values.secretNumber,
      secret_since: values.secretSince,
      created_at: createdAt,
    })
    .execute()
}

/** Changes an endpoint. */
export async function updateEndpoint(
  tx: Kysely<Database>,
  id: WebhookEndpointId,
  { url, topics, state, secretNumber, secretSince }: EndpointChange,
): Promise<void> {
  const set: Updateable<Database['webhook_endpoints']> = {
    ...(url !== undefined && { url }),
    ...(topics && { topics: stored(topics) }),
    ...(state && { state }),
    ...(secretNumber !== undefined && { secret_number: secretNumber }),
    ...(secretSince !== undefined && { secret_since: secretSince }),
  }
  await tx.updateTable('webhook_endpoints').set(set).where('id', '=', id).execute()
}

/** Deletes an endpoint, with what it was told and was to be told. */
export async function deleteEndpoint(tx: Kysely<Database>, id: WebhookEndpointId): Promise<void> {
  await tx.deleteFrom('webhook_messages').where('endpoint_id', '=', id).execute()
  await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
}

const stored = (topics: readonly WebhookTopic[]) => ` ${topics.join(' ')} `
