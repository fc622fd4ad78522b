import { createHmac, timingSafeEqual } from 'node:crypto'

/** The header that signs a webhook of the test gateway. */
export const SIGNATURE_HEADER = 'test-gateway-signature'

/** The maximum age of a signed webhook, in seconds. */
const TOLERANCE_S = 300

/**
 * The content of that header: `t=seconds,v1=hex` over `seconds.body`, as Stripe writes it. `now` in
 * milliseconds.
 */
export function signWebhook(secret: string, rawBody: string, now: number): string {
  const seconds = Math.floor(now / 1_000)
  return `t=${seconds},v1=${digest(secret, seconds, rawBody)}`
}

/**
 * Whether the header is a recent signature of exactly this body made with `secret`. Any one of several v1 may match.
 */
export function isSignedWebhook(
  secret: string,
  rawBody: string,
  header: string | null,
  now: number,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='))
  const seconds = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(seconds) || Math.abs(now / 1_000 - seconds) > TOLERANCE_S) return false
  const expected = Buffer.from(digest(secret, seconds, rawBody))
  return parts.some(([name, value = '']) => {
    const signature = Buffer.from(value)
    return name === 'v1' && signature.length === expected.length && timingSafeEqual(signature, expected)
  })
}

function digest(secret: string, seconds: number, rawBody: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${rawBody}`).digest('hex')
}
