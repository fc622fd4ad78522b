import { createHmac } from 'node:crypto'
import type { WebhookEndpoint } from '#db/webhooks/webhook-endpoints.ts'
import { SECRET_OVERLAP_MS } from '#domain/webhooks/topics.ts'
import type { Shop } from '#operations/shop.ts'

type Signed = Pick<WebhookEndpoint, 'id' | 'secretNumber' | 'secretSince'>

/** The headers of Standard Webhooks (github.com/standard-webhooks): for a day after a new secret, both sign. */
export function webhookHeaders(
  shop: Pick<Shop, 'signedLinks' | 'now'>,
  endpoint: Signed,
  { messageId, body }: { messageId: string; body: string },
): Record<string, string> {
  const timestamp = Math.floor(shop.now() / 1000)
  const hasOverlap = endpoint.secretNumber > 1 && shop.now() < endpoint.secretSince + SECRET_OVERLAP_MS
  const numbers = hasOverlap ? [endpoint.secretNumber, endpoint.secretNumber - 1] : [endpoint.secretNumber]
  const signatures = numbers.map((number) => {
    const key = Buffer.from(webhookSecret(shop, endpoint, number).slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'shop-webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

/** A secret of an endpoint: derived from that of the shop, so that none is stored, and shown once. */
export function webhookSecret(
  { signedLinks }: Pick<Shop, 'signedLinks'>,
  { id, secretNumber }: Pick<Signed, 'id' | 'secretNumber'>,
  number = secretNumber,
): string {
  const halves = ['first', 'second'].map((half) =>
    Buffer.from(signedLinks.keyFor('webhook', `${id} ${number} ${half}`), 'base64url'),
  )
  return `whsec_${Buffer.concat(halves).toString('base64')}`
}
