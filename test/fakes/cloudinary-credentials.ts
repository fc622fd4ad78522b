import { createHash } from 'node:crypto'
import type { SeenRequest } from './supplier-server.ts'

/** The key that a fake cloud accepts. */
export interface CloudinaryKey {
  apiKey: string
  apiSecret: string
}

const UNSIGNED = new Set(['file', 'cloud_name', 'resource_type', 'api_key', 'signature'])
const HOUR_S = 3_600

/** Why a request is not allowed, in Cloudinary's words; null when it is. */
export function cloudinaryCredentialsFault(
  { headers, at }: SeenRequest,
  parameters: ReadonlyMap<string, string | Buffer>,
  { apiKey, apiSecret }: CloudinaryKey,
): string | null {
  if (headers.authorization !== undefined) {
    const expected = Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')
    return headers.authorization === `Basic ${expected}` ? null : 'api_secret mismatch'
  }
  if (parameters.get('api_key') !== apiKey) return 'Must supply api_key'
  const age = at / 1_000 - Number(parameters.get('timestamp'))
  if (!(Math.abs(age) < HOUR_S)) return 'Stale request'
  const signed = [...parameters].filter(([name]) => !UNSIGNED.has(name))
  const expected = cloudinarySignature(Object.fromEntries(signed), apiSecret)
  return parameters.get('signature') === expected ? null : 'Invalid Signature'
}

/** The signature of parameters: sorted, joined, with the secret at the end, SHA-1. */
export function cloudinarySignature(
  parameters: Record<string, string | number | Buffer>,
  secret: string,
): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${String(value)}`)
  return createHash('sha1')
    .update(pairs.sort().join('&') + secret)
    .digest('hex')
}
