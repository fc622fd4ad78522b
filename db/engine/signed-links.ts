import { createHmac, timingSafeEqual } from 'node:crypto'
import { shopSecret } from './shop-secret.ts'
import type { ShopDatabase } from './open-database.ts'

/**
 * The purpose of a key: a link; `visitor`, to recognize a visitor without storing the address; `staff-device`,
 * `drop-place`, `drop-turn` and `drop-early`, to check that a cookie is ours; `drop-work`, that a task is; `gift-card`,
 * to find a card by its code without storing the code; `drop-buyer`, to recognize who bought of a drop; `drop-guest`,
 * for who has early access and their links; `store-credit`, for its links and the browser that asks for one;
 * `sign-in`, the same for customers; `fit-refusal`, for who wants not to be asked how pieces fit; `webhook`, to sign
 * what an endpoint gets; `block`, to recognize who is blocked. A key is valid for one purpose only.
 */
export type LinkPurpose =
  | 'order'
  | 'payment-link'
  | 'partner'
  | 'drop-preview'
  | 'reminder'
  | 'fit'
  | 'fit-refusal'
  | 'erased-address'
  | 'draw-entry'
  | 'drop-place'
  | 'drop-turn'
  | 'drop-early'
  | 'drop-work'
  | 'drop-guest'
  | 'newsletter-confirm'
  | 'newsletter-unsubscribe'
  | 'visitor'
  | 'staff-device'
  | 'gift-card'
  | 'drop-buyer'
  | 'store-credit'
  | 'sign-in'
  | 'webhook'
  | 'block'

/** Unguessable keys in links sent by mail: the holder of the link may see that one thing. */
export interface SignedLinks {
  /** The key for a subject (the id of an order or a subscriber), safe in an address. */
  keyFor(purpose: LinkPurpose, subject: string): string
  /** Whether a key from an address is valid for this subject. Takes constant time. */
  opens(key: string, purpose: LinkPurpose, subject: string): boolean
}

/** Keys of 128 bits, derived from a secret that is stored only in the database. */
export async function openSignedLinks(database: ShopDatabase): Promise<SignedLinks> {
  const secret = await shopSecret(database, 'link-keys-secret')
  const keyFor = (purpose: string, subject: string) =>
    createHmac('sha256', secret)
      .update(`${purpose}\n${subject}`)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  return {
    keyFor,
    opens(key, purpose, subject) {
      const signature = Buffer.from(key)
      const expected = Buffer.from(keyFor(purpose, subject))
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    },
  }
}
