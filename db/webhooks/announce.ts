import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { compiledStatement } from '#db/engine/compiled-statements.ts'
import { engineOf } from '#db/engine/engine.ts'
import type { Database } from '#db/schema.ts'
import type { WebhookFacts, WebhookThing, WebhookTopic } from '#domain/webhooks/topics.ts'

/** What happened to a thing. */
export interface Announcement {
  topic: WebhookTopic
  thing: WebhookThing
  facts?: WebhookFacts
  at: number
}

/**
 * Tells every endpoint that wants the topic, in the transaction of the change. One statement, which inserts nothing
 * while there is no such endpoint, and does not have to be waited for. A message behind another one about the same
 * thing gets no time: the other one passes it on (webhook-queue.ts).
 */
export async function announce(tx: Kysely<Database>, events: readonly Announcement[]): Promise<void> {
  if (events.length === 0) return
  const list = JSON.stringify(
    events.map(({ topic, thing, facts = {}, at }, position) => ({
      position,
      id: `msg_${randomBytes(15).toString('base64url')}`,
      topic,
      thing,
      facts: JSON.stringify(facts),
      at,
    })),
  )
  await insertMessages(tx, { list })
}

const insertMessages = compiledStatement((db, { list }: { list: string }) => {
  const given =
    engineOf(db) === 'postgres'
      ? sql`json_to_recordset(${list}) as e(position integer, id text, topic text, thing text, facts text, at bigint)`
      : sql`(select json_extract(value, '$.position') as position, json_extract(value, '$.id') as id,
          json_extract(value, '$.topic') as topic, json_extract(value, '$.thing') as thing,
          json_extract(value, '$.facts') as facts, json_extract(value, '$.at') as at from json_each(${list})) as e`
  return sql`insert into webhook_messages
      (endpoint_id, message_id, topic, thing, facts, happened_at, run_after)
    select webhook_endpoints.id, e.id, e.topic, e.thing, e.facts, e.at,
      case when exists (select 1 from webhook_messages earlier where earlier.done_at is null
        and earlier.endpoint_id = webhook_endpoints.id and earlier.thing = e.thing) then null else e.at end
    from webhook_endpoints join ${given} on webhook_endpoints.topics like '% ' || e.topic || ' %'
    where webhook_endpoints.state <> 'off'
    order by e.position`
})
