import { createHmac, timingSafeEqual } from 'node:crypto'
import { keptSecret } from './kept-secret.ts'
import type { ShopDatabase } from './open-database.ts'

/**
 * What a key is for: a link; `visitor`, to know a visitor again without keeping the address; `staff-device`, to tell
 * that a cookie is one of ours. One opens no other.
 */
export type LinkPurpose =
  | 'order'
  | 'newsletter-confirm'
  | 'newsletter-unsubscribe'
  | 'visitor'
  | 'staff-device'

/** Keys in links that are sent to people: who has the link may see that one thing, and nobody can guess another. */
export interface SignedLinks {
  /** The key for a subject (an order's or a subscriber's id), fit for an address. */
  keyFor(purpose: LinkPurpose, subject: string): string
  /** Whether a key from an address is the one for this subject. Takes as long for a wrong one as for a right one. */
  opens(key: string, purpose: LinkPurpose, subject: string): boolean
}

/** Keys of 128 bits, from a secret that never leaves the database. */
export async function openSignedLinks(database: ShopDatabase): Promise<SignedLinks> {
  const secret = await keptSecret(database, 'link-keys-secret')
  const keyFor = (purpose: string, subject: string) =>
    createHmac('sha256', secret)
      .update(`${purpose}\n${subject}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  return {
    keyFor,
    opens(key, purpose, subject) {
      const given = Buffer.from(key)
      const owed = Buffer.from(keyFor(purpose, subject))
      return given.length === owed.length && timingSafeEqual(given, owed)
    },
  }
}
