import * as v from 'valibot'
import { looksLikeEmail, MAX_EMAIL_LENGTH } from '#domain/email.ts'
import type { BlockId, DisputeId } from '#domain/ids.ts'
import { findCountry } from '#domain/places/countries.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { startOfDay } from '#domain/shop-day.ts'

/** By what somebody on the block list is known. */
export const BLOCK_SIGNS = ['email', 'address', 'card'] as const

/** By what somebody on the block list is known: `card` is what the gateway knows a card by, never its number. */
export type BlockSign = (typeof BLOCK_SIGNS)[number]

/** What staff call them. */
export const BLOCK_SIGN_WORDS: Readonly<Record<BlockSign, string>> = {
  email: 'Email',
  address: 'Address',
  card: 'Card',
}

/** Somebody on the block list. Times are epoch milliseconds. */
export interface Block {
  id: BlockId
  sign: BlockSign
  /** What staff read: the email, the address, or what the gateway tells of the card. Empty once it was erased. */
  shown: string
  /** Empty once it was erased. */
  reason: string
  /** The order that it was taken from. */
  orderNumber: string | null
  /** The dispute that put it there; null: staff did. */
  disputeId: DisputeId | null
  addedBy: string
  addedAt: number
  /** From when on it no longer counts; null: never. */
  endsAt: number | null
}

/** Whether a block counts. */
export function isBlocking({ endsAt }: Pick<Block, 'endsAt'>, now: number): boolean {
  return endsAt === null || endsAt > now
}

/** The states of a block, as the list filters them. */
export const BLOCK_STATES = { current: 'Blocked now', ended: 'Ended' } as const

/** The longest reason, in characters. */
export const MAX_BLOCK_REASON_LENGTH = 300

const typed = (most: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => withoutInvisible(text.replaceAll('\0', '')).trim()),
    v.maxLength(most, `Use at most ${most} characters.`),
  )

/** Why, and until which day of the shop, which is the last; empty: it never ends. */
export const blockTerms = {
  reason: v.pipe(typed(MAX_BLOCK_REASON_LENGTH), v.minLength(1, 'Say why.')),
  endsOn: v.pipe(
    v.string(),
    v.trim(),
    v.check((day) => day === '' || startOfDay(day, 'UTC') !== null, 'Enter a day, or leave it empty.'),
  ),
}

/** An email address or a postal address that staff block. */
export const newBlockSchema = v.variant('sign', [
  v.object({
    sign: v.literal('email'),
    email: v.pipe(
      typed(MAX_EMAIL_LENGTH),
      v.check(looksLikeEmail, 'Enter an email address, such as ada@example.com.'),
    ),
    ...blockTerms,
  }),
  v.object({
    sign: v.literal('address'),
    address: v.pipe(typed(200), v.minLength(1, 'Enter a street with its number.')),
    postal: typed(20),
    country: v.pipe(
      v.string(),
      v.check((code) => findCountry(code) !== null, 'Choose a country.'),
    ),
    ...blockTerms,
  }),
])

/** Which signs of an order staff block. */
export const orderBlockSchema = v.object({
  signs: v.pipe(v.array(v.picklist(BLOCK_SIGNS)), v.minLength(1, 'Choose at least one.'), v.maxLength(3)),
  ...blockTerms,
})

/** A change of a block. */
export const changedBlockSchema = v.object(blockTerms)

/** An order that is held because of a block says so. */
export function blockedWords({ sign, reason }: Pick<Block, 'sign' | 'reason'>): string {
  const what = { email: 'The email address', address: 'The address', card: 'The card' }[sign]
  return `${what} is on the block list${reason === '' ? '' : `: ${reason.replace(/[.\s]+$/, '')}`}.`
}
