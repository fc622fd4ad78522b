import { randomBytes } from 'node:crypto'
import { lockCounts } from '#db/engine/counting-orders.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  updateEndpoint,
  type WebhookEndpoint,
} from '#db/webhooks/webhook-endpoints.ts'
import {
  insertTestMessage,
  listMessages,
  requeueMessage,
  restartMessages,
} from '#db/webhooks/webhook-queue.ts'
import { auditChanges, type AuditAction } from '#domain/audit/audit.ts'
import { toWebhookEndpointId, type WebhookEndpointId } from '#domain/ids.ts'
import type { WebhookBody } from '#domain/webhooks/payloads.ts'
import {
  MAX_ENDPOINTS,
  WEBHOOK_VERSION,
  type EndpointState,
  type WebhookTopic,
} from '#domain/webhooks/topics.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import { mayPostTo } from '#providers/webhooks/post-to-public-host.ts'
import { sendMessage } from './deliver-webhooks.ts'
import { webhookSecret } from './sign-webhook.ts'

const MESSAGES_PER_PAGE = 20

/** What staff enter of an endpoint. `isOn` false: nothing is told, nor kept for later. */
export interface TypedEndpoint {
  url: string
  topics: readonly WebhookTopic[]
  isOn: boolean
}

type Refusal = { kind: 'not-public' } | { kind: 'too-many' } | { kind: 'unknown' }
type Saved = { kind: 'saved'; endpoint: WebhookEndpoint }

/** Adds an endpoint. Its secret is shown this once. */
export async function addEndpoint(
  shop: Shop,
  { url, topics, isOn }: TypedEndpoint,
): Promise<(Saved & { secret: string }) | Refusal> {
  if (!mayPostTo(url, { toInner: shop.settings.webhooksToInner })) return { kind: 'not-public' }
  return transact(shop.database, async (tx) => {
    await lockCounts(tx, ['webhook_endpoints'])
    if ((await listEndpoints(tx)).length >= MAX_ENDPOINTS) return { kind: 'too-many' }
    const endpoint: WebhookEndpoint = {
      id: toWebhookEndpointId(`hook_${randomBytes(9).toString('base64url')}`),
      url,
      topics: [...topics],
      state: isOn ? 'on' : 'off',
      secretNumber: 1,
      secretSince: shop.now(),
      createdAt: shop.now(),
    }
    await insertEndpoint(tx, endpoint)
    await recordEndpoint(tx, shop, 'webhook-added', endpoint, null, endpoint)
    return { kind: 'saved', endpoint, secret: webhookSecret(shop, endpoint) }
  })
}

/** Changes an endpoint. One that was paused and is on again gets at once what waits. */
export async function changeEndpoint(
  shop: Shop,
  id: WebhookEndpointId,
  { url, topics, isOn }: TypedEndpoint,
): Promise<Saved | Refusal> {
  if (!mayPostTo(url, { toInner: shop.settings.webhooksToInner })) return { kind: 'not-public' }
  return changed(shop, id, async (tx, before) => {
    const state: EndpointState = isOn ? 'on' : 'off'
    const endpoint = { ...before, url, topics: [...topics], state }
    await updateEndpoint(tx, id, { url, topics: endpoint.topics, state })
    if (isOn && before.state !== 'on') await restartMessages(tx, id, shop.now())
    await recordEndpoint(tx, shop, 'webhook-changed', endpoint, before, endpoint)
    return { kind: 'saved', endpoint }
  })
}

/** Gives an endpoint a new secret; for a day the one before signs too. */
export async function renewSecret(
  shop: Shop,
  id: WebhookEndpointId,
): Promise<(Saved & { secret: string }) | Refusal> {
  return changed(shop, id, async (tx, before) => {
    const next = { secretNumber: before.secretNumber + 1, secretSince: shop.now() }
    await updateEndpoint(tx, id, next)
    await recordEndpoint(tx, shop, 'webhook-secret-made', before)
    const endpoint = { ...before, ...next }
    return { kind: 'saved', endpoint, secret: webhookSecret(shop, endpoint) }
  })
}

/** Deletes an endpoint with its log. */
export async function removeEndpoint(shop: Shop, id: WebhookEndpointId): Promise<Saved | Refusal> {
  return changed(shop, id, async (tx, endpoint) => {
    await deleteEndpoint(tx, id)
    await recordEndpoint(tx, shop, 'webhook-deleted', endpoint)
    return { kind: 'saved', endpoint }
  })
}

/** Sends a test message at once. Null: there is no such endpoint. */
export async function testEndpoint(
  shop: Shop,
  id: WebhookEndpointId,
): Promise<{ hasArrived: boolean } | null> {
  const now = shop.now()
  const body: WebhookBody = {
    type: 'test',
    version: WEBHOOK_VERSION,
    timestamp: new Date(now).toISOString(),
    data: { message: 'This is a test.' },
  }
  const begun = await transact(shop.database, async (tx) => {
    const endpoint = await findEndpoint(tx, id)
    if (!endpoint) return null
    await recordEndpoint(tx, shop, 'webhook-tested', endpoint)
    const messageId = `msg_${randomBytes(15).toString('base64url')}`
    const test = { endpointId: id, messageId, body: JSON.stringify(body), now }
    return { endpoint, message: await insertTestMessage(tx, test) }
  })
  if (!begun) return null
  return { hasArrived: await sendMessage(shop, begun.endpoint, begun.message, JSON.stringify(body)) }
}

/** Sends a message of the log again, with the same id and body. False: there is none, or it waits already. */
export async function sendAgain(shop: Shop, id: WebhookEndpointId, message: number): Promise<boolean> {
  const outcome = await changed(shop, id, async (tx, endpoint) => {
    if (!(await requeueMessage(tx, id, message, shop.now()))) return { kind: 'unknown' }
    await recordEndpoint(tx, shop, 'webhook-sent-again', endpoint)
    return { kind: 'saved' }
  })
  return outcome.kind === 'saved'
}

function changed<Outcome extends { kind: string }>(
  shop: Shop,
  id: WebhookEndpointId,
  work: (tx: Tx, endpoint: WebhookEndpoint) => Promise<Outcome>,
): Promise<Outcome | { kind: 'unknown' }> {
  return transact(shop.database, async (tx) => {
    const endpoint = await findEndpoint(tx, id)
    return endpoint ? work(tx, endpoint) : { kind: 'unknown' as const }
  })
}

async function recordEndpoint(
  tx: Tx,
  shop: Shop,
  action: Extract<AuditAction, `webhook-${string}`>,
  { id, url }: WebhookEndpoint,
  ...change: [before: WebhookEndpoint | null, after: WebhookEndpoint] | []
): Promise<void> {
  const [before, after] = change
  const facts = (one: WebhookEndpoint | null | undefined, note = '') =>
    one ? { ...one, url: withoutSecrets(one.url) + note, topics: one.topics.join(', ') } : null
  const isUnseen = before?.url !== after?.url && withoutSecrets(before?.url) === withoutSecrets(after?.url)
  const labels = { url: 'Address', topics: 'Topics', state: 'State' }
  const changes = auditChanges(labels, facts(before), facts(after, isUnseen ? ' (another one)' : ''))
  await recordAudit(tx, shop, { action, subject: { id, name: withoutSecrets(url) }, changes })
}

/** What names a receiver in the audit trail: further parts of an address are often what lets a sender in. */
function withoutSecrets(url: string | undefined): string {
  if (url === undefined) return ''
  const { origin, pathname, search } = new URL(url)
  const [, first = '', ...rest] = pathname.split('/')
  return `${origin}/${first}${rest.length > 0 ? '/…' : ''}${search === '' ? '' : '?…'}`
}

/** Every endpoint, in the order in which they were added, with how many messages wait. */
export async function readEndpoints({
  database: { db },
}: Shop): Promise<(WebhookEndpoint & { waiting: number })[]> {
  return listEndpoints(db)
}

/** The log of an endpoint, the newest message first. `before`: the number of the last one of the page before. */
export function readMessages(
  { database: { db } }: Shop,
  id: WebhookEndpointId,
  before: number | null = null,
): ReturnType<typeof listMessages> {
  return listMessages(db, id, { before, limit: MESSAGES_PER_PAGE })
}
