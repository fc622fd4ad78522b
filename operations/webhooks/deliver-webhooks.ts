import * as v from 'valibot'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { retryDelay } from '#db/outbox/retry-delays.ts'
import {
  findEndpoint,
  listEndpoints,
  updateEndpoint,
  type WebhookEndpoint,
} from '#db/webhooks/webhook-endpoints.ts'
import {
  dropMessage,
  freeWaitingMessages,
  leaseMessages,
  postponeMessage,
  recordAttempt,
  type LeasedMessage,
} from '#db/webhooks/webhook-queue.ts'
import { toWebhookEndpointId } from '#domain/ids.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { postToPublicHost } from '#providers/webhooks/post-to-public-host.ts'
import * as layoutWords from '#words/en/mails/layout.ts'
import * as words from '#words/en/mails/webhooks.ts'
import { webhookHeaders } from './sign-webhook.ts'
import { webhookBody } from './webhook-body.ts'

/** For so long a message is tried. Then its endpoint is paused, and the owner gets a mail. */
export const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000
/** At once, to one endpoint. */
const BATCH_SIZE = 8
/** After this time a round ends, so that endpoints wait for a slow one only so long. */
const ROUND_MS = 10_000
const FREEING_EVERY_MS = 10_000

/** The outbox task for the mail about a paused endpoint. */
const WEBHOOK_ALERT = 'webhook-alert'

/**
 * Rounds of sending what waits to every endpoint that is on: each on its own, so that one that fails or is slow holds
 * up no other for long. Returns how many messages a round worked on.
 */
export function webhookRounds(shop: Shop): () => Promise<number> {
  let freedAt = -Infinity
  return async () => {
    const endpoints = (await listEndpoints(shop.database.db)).filter(
      ({ state, waiting }) => state === 'on' && waiting > 0,
    )
    if (endpoints.length > 0 && shop.now() - freedAt >= FREEING_EVERY_MS) {
      freedAt = shop.now()
      await freeWaitingMessages(shop.database.db, freedAt)
    }
    const counts = await Promise.all(endpoints.map((endpoint) => deliverTo(shop, endpoint)))
    return counts.reduce((sum, count) => sum + count, 0)
  }
}

async function deliverTo(shop: Shop, endpoint: WebhookEndpoint): Promise<number> {
  const endsAt = performance.now() + ROUND_MS
  let count = 0
  for (let found = BATCH_SIZE; found > 0 && performance.now() < endsAt; count += found) {
    const messages = await leaseMessages(shop.database, endpoint.id, BATCH_SIZE, shop.now())
    found = messages.length
    await Promise.all(messages.map((message) => deliver(shop, endpoint, message)))
  }
  return count
}

async function deliver(shop: Shop, endpoint: WebhookEndpoint, message: LeasedMessage): Promise<void> {
  const outcome = await webhookBody(shop, message)
  if (outcome.kind === 'never') {
    await transact(shop.database, (tx) => dropMessage(tx, message, shop.now()))
  } else if (outcome.kind === 'later') {
    await transact(shop.database, (tx) => postponeMessage(tx, message.id, outcome.at))
  } else {
    await sendMessage(shop, endpoint, message, outcome.body)
  }
}

/** Sends a leased message, and keeps what came of it. Returns whether it arrived. */
export async function sendMessage(
  shop: Shop,
  endpoint: WebhookEndpoint,
  message: LeasedMessage,
  body: string,
): Promise<boolean> {
  const { status, answer } = await post(shop, endpoint, message, body)
  const hasArrived = status !== null && status >= 200 && status < 300
  const now = shop.now()
  const since = message.failingSince ?? now
  const isTest = message.topic === 'test'
  const failure = hasArrived || isTest ? null : { since, retryAt: now + retryDelay(message.attempts + 1) }
  await transact(shop.database, async (tx) => {
    await recordAttempt(tx, message, { body, status, answer, failure }, now)
    if (!failure || now - since < GIVE_UP_AFTER_MS) return
    const current = await findEndpoint(tx, endpoint.id)
    if (current?.state !== 'on') return
    await updateEndpoint(tx, endpoint.id, { state: 'paused' })
    const dedupeKey = `${WEBHOOK_ALERT}:${endpoint.id}:${now}`
    await enqueue(tx, [{ kind: WEBHOOK_ALERT, payload: { endpointId: endpoint.id, answer }, dedupeKey }], now)
  })
  return hasArrived
}

async function post(
  shop: Shop,
  endpoint: WebhookEndpoint,
  { messageId }: LeasedMessage,
  body: string,
): Promise<{ status: number | null; answer: string }> {
  const headers = webhookHeaders(shop, endpoint, { messageId, body })
  try {
    const toInner = shop.settings.webhooksToInner
    const { status, text } = await postToPublicHost(endpoint.url, { headers, body }, { toInner })
    return { status, answer: text.replaceAll('\0', '') }
  } catch (error) {
    return { status: null, answer: error instanceof Error ? error.message : String(error) }
  }
}

const alertSchema = v.object({
  endpointId: v.pipe(v.string(), v.transform(toWebhookEndpointId)),
  answer: v.string(),
})

/** Sends the mail of a `webhook-alert` task, unless the endpoint is on again or gone. */
export async function sendWebhookAlert(shop: Shop, taskId: number, payload: unknown): Promise<void> {
  const { endpointId, answer } = v.parse(alertSchema, payload)
  const endpoint = await findEndpoint(shop.database.db, endpointId)
  if (endpoint?.state !== 'paused') return
  const { publicUrl, ownerEmail } = shop.settings
  const subject = words.subject(new URL(endpoint.url).hostname)
  await sendMail(shop, {
    kind: WEBHOOK_ALERT,
    id: `${WEBHOOK_ALERT}-${taskId}`,
    to: { name: layoutWords.shop, address: ownerEmail },
    subject,
    body: {
      heading: subject,
      paragraphs: [words.failing, words.next],
      facts: [
        [words.address, endpoint.url],
        [words.lastFailure, answer.slice(0, 200)],
      ],
      link: { label: words.link, address: `${publicUrl}/admin/webhooks` },
    },
  })
}
