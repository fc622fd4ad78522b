import { addressInLanguage } from '#operations/address-in-language.ts'
import { randomUUID } from 'node:crypto'
import {
  findCreditLink,
  insertCreditLink,
  useCreditLink,
  type CreditLink,
} from '#db/gift-cards/credit-links.ts'
import { findGiftCard, hashOfTyped, type GiftCardBalance } from '#db/gift-cards/gift-card-ledger.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import { transact } from '#db/engine/transact.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { mayMail } from '#operations/mail-allowance.ts'
import type { Shop } from '#operations/shop.ts'
import { newGiftCode } from './issue-gift-card.ts'

/** How long a link can be opened, and how long the checkout may pay with the store credit after that. */
export const LINK_MS = 30 * 60_000
export const OPENED_MS = 2 * 60 * 60_000

/** How many links are mailed to one address for one visitor, and for all of them: a stranger does not use up theirs. */
const MAILS: Throttle = { burst: 3, refillMs: 10 * 60_000 }
const MAILS_IN_ALL: Throttle = { burst: 20, refillMs: 72 * 60_000 }
const TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})$/

/**
 * Leaves a link for the store credit of an address to the outbox. It returns nothing and does the same for an address
 * without any, so that nobody learns which has some.
 */
export async function askForCredit(
  shop: Shop,
  {
    email,
    language,
    ...from
  }: Pick<CreditLink, 'checkoutId' | 'visitor'> & { email: string; language: string },
): Promise<void> {
  const { database, signedLinks } = shop
  const now = shop.now()
  const key = limitEmail(email)
  const asked = `credit-link ${signedLinks.keyFor('store-credit', `${key} ${from.visitor}`)}`
  if ((await takeAttempt(database.db, asked, MAILS, now)) !== null) return
  if (!(await mayMail(shop, database.db, { what: 'credit-link', email, most: MAILS_IN_ALL }))) return
  const id = randomUUID()
  await transact(database, async (tx) => {
    const credit = await findGiftCard(tx, { email: key })
    const visitor = visitorOf(shop, from.visitor)
    await insertCreditLink(tx, { ...from, visitor, id, giftCardId: credit?.id ?? null, createdAt: now })
    const payload = { linkId: id, language }
    await enqueue(tx, [{ kind: 'store-credit-link', payload, dedupeKey: `store-credit-link:${id}` }], now)
  })
}

/** The address in the mail. */
export function creditLinkAddress(shop: Shop, id: string, language: string): string {
  const token = `${id}.${shop.signedLinks.keyFor('store-credit', id)}`
  return addressInLanguage(shop, language, `/store-credit?token=${token}`)
}

/** What a link would do. `waiting`: it can be used, by the browser that asked for it. */
export type CreditLinkState =
  | { kind: 'waiting'; credit: GiftCardBalance; link: CreditLink }
  | { kind: 'used' | 'expired' | 'unknown' }

/** Reading changes nothing, because mail scanners open links too. */
export async function findCreditLinkState(shop: Shop, token: string): Promise<CreditLinkState> {
  const [, id = '', key = ''] = TOKEN.exec(token) ?? []
  if (!shop.signedLinks.opens(key, 'store-credit', id)) return { kind: 'unknown' }
  const { db } = shop.database
  const link = await findCreditLink(db, id)
  if (link === null || link.giftCardId === null) return { kind: 'unknown' }
  if (link.openedAt !== null) return { kind: 'used' }
  const credit = await findGiftCard(db, { id: link.giftCardId })
  const isOver = shop.now() > link.createdAt + LINK_MS || credit?.state !== 'active'
  return isOver ? { kind: 'expired' } : { kind: 'waiting', credit, link }
}

/**
 * Uses a link once, and gives the checkout that asked for it a code for the store credit, as those of gift cards.
 * `other-browser`: it was opened elsewhere, and can still be used where it was asked for.
 */
export async function openCredit(
  shop: Shop,
  { token, visitor }: { token: string; visitor: string | null },
): Promise<{ kind: 'opened'; code: string } | { kind: 'other-browser' | 'used' | 'expired' | 'unknown' }> {
  const found = await findCreditLinkState(shop, token)
  if (found.kind !== 'waiting') return found
  if (visitor === null || found.link.visitor !== visitorOf(shop, visitor)) return { kind: 'other-browser' }
  const code = newGiftCode()
  const use = { id: found.link.id, codeHash: hashOfTyped(shop, code)!, now: shop.now() }
  return (await useCreditLink(shop.database.db, use)) ? { kind: 'opened', code } : { kind: 'used' }
}

function visitorOf({ signedLinks }: Pick<Shop, 'signedLinks'>, visitor: string): string {
  return signedLinks.keyFor('store-credit', `browser ${visitor}`)
}
