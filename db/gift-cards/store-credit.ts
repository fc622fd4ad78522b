import { chargedCode } from '#domain/currency.ts'
import { randomUUIDv7 } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import { toGiftCardId, type GiftCardId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { findGiftCard, insertFirstEntries, lockGiftCards, type GiftCardEntry } from './gift-card-ledger.ts'

/** Whose store credit it is. */
export interface CreditHolder {
  email: string
  name: string
}

/**
 * Adds to the store credit of an email address, which begins with the first that is added. However the address is
 * spelt later, mails go to the spelling of the beginning: only that mailbox is known to be its holder's.
 */
export async function addStoreCredit(
  tx: Kysely<Database>,
  { email, name }: CreditHolder,
  entry: Omit<GiftCardEntry, 'id'> & { amount: Cents },
): Promise<GiftCardId> {
  const key = limitEmail(email)
  if (key === '') throw new Error('Store credit needs an email address')
  const known = await findGiftCard(tx, { email: key })
  const id = known?.id ?? toGiftCardId(randomUUIDv7())
  if (known) {
    const locked = await lockGiftCards(tx, [id])
    locked.add({ ...entry, id })
    await locked.write()
    return id
  }
  const holder = { email: key, recipient_email: email.trim(), recipient_name: name }
  await tx
    .insertInto('gift_cards')
    .values({
      id,
      kind: 'store-credit',
      state: 'active',
      created_at: entry.at,
      currency: chargedCode(),
      ...holder,
    })
    .execute()
  await insertFirstEntries(tx, [{ ...entry, id }])
  return id
}
