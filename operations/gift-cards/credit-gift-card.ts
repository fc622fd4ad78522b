import { randomUUIDv7 } from 'node:crypto'
import {
  findGiftCard,
  insertFirstEntries,
  lockGiftCards,
  type GiftCardEntry,
} from '#db/gift-cards/gift-card-ledger.ts'
import { insertRows } from '#db/engine/compiled-statements.ts'
import type { Tx } from '#db/engine/transact.ts'
import { toGiftCardId, type GiftCardId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'

type Credit = Omit<GiftCardEntry, 'id' | 'amount'> & { amount: Cents }

/** Adds to what a card is worth, also to one that is disabled: the money is the customer's. */
export async function creditGiftCard(tx: Tx, id: GiftCardId, credit: Credit): Promise<void> {
  const locked = await lockGiftCards(tx, [id])
  locked.add({ ...credit, id })
  await locked.write()
}

/** Adds to the store credit of a customer. Two addresses that limits count as one have one store credit. */
export async function creditCustomer(tx: Tx, email: string, credit: Credit): Promise<GiftCardId> {
  const key = limitEmail(email)
  if (key === '') throw new Error('Store credit needs an email address')
  const known = await findGiftCard(tx, { email: key })
  if (known) {
    await creditGiftCard(tx, known.id, credit)
    return known.id
  }
  const id = toGiftCardId(randomUUIDv7())
  const account = { id, kind: 'store-credit', state: 'active', email: key, created_at: credit.at } as const
  await insertRows(tx, 'gift_cards', [account])
  await insertFirstEntries(tx, [{ ...credit, id }])
  return id
}
