import { randomInt, randomUUIDv7 } from 'node:crypto'
import { insertFirstEntries, hashOfTyped } from '#db/gift-cards/gift-card-ledger.ts'
import { insertRows } from '#db/engine/compiled-statements.ts'
import type { Tx } from '#db/engine/transact.ts'
import { GIFT_CODE_LETTERS, GIFT_CODE_LENGTH, lastFour } from '#domain/gift-cards/gift-code.ts'
import { toGiftCardId, type GiftCardId, type OrderId } from '#domain/ids.ts'
import type { Cents } from '#domain/money.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * A gift card to be issued. `soldAs`: the unit of the order that paid for it. `recipient`: whom it is sent to by mail,
 * on which day in the shop's time zone.
 */
export interface NewGiftCard {
  amount: Cents
  soldAs?: { orderId: OrderId; linePosition: number; unit: number }
  recipient?: { name: string; email: string; sender: string; message: string; sendOn: ShopDay }
  reason: string
  by: string
}

/**
 * Issues gift cards, without a code: `giveCode` makes one when the card is sent or shown, because the shop keeps none.
 * It reads nothing, so that it may hang on an order being paid (mark-paid.ts).
 */
export async function issueGiftCards(
  tx: Tx,
  cards: readonly NewGiftCard[],
  now: number,
): Promise<GiftCardId[]> {
  const issued = cards.map((card) => ({ ...card, id: toGiftCardId(randomUUIDv7()) }))
  await Promise.all([
    insertRows(
      tx,
      'gift_cards',
      issued.map(({ id, soldAs, recipient }) => ({
        id,
        kind: 'gift-card' as const,
        state: 'active' as const,
        order_id: soldAs?.orderId ?? null,
        line_position: soldAs?.linePosition ?? null,
        unit: soldAs?.unit ?? null,
        recipient_name: recipient?.name ?? '',
        recipient_email: recipient?.email ?? '',
        sender_name: recipient?.sender ?? '',
        message: recipient?.message ?? '',
        send_on: recipient?.sendOn ?? null,
        created_at: now,
      })),
    ),
    insertFirstEntries(
      tx,
      issued.map(({ id, amount, reason, by }) => ({ id, kind: 'issue', amount, reason, by, at: now })),
    ),
  ])
  return issued.map(({ id }) => id)
}

/**
 * Gives a gift card a new code, which is told once: the shop keeps a digest and the last four letters. The code that it
 * had before no longer works.
 */
export async function giveCode(
  { signedLinks }: Pick<Shop, 'signedLinks'>,
  tx: Tx,
  id: GiftCardId,
): Promise<string> {
  const code = newGiftCode()
  await tx
    .updateTable('gift_cards')
    .set({ code_hash: hashOfTyped({ signedLinks }, code), last_four: lastFour(code) })
    .where('id', '=', id)
    .where('kind', '=', 'gift-card')
    .execute()
  return code
}

/** The letters of a new code. */
export function newGiftCode(): string {
  return Array.from(
    { length: GIFT_CODE_LENGTH },
    () => GIFT_CODE_LETTERS[randomInt(GIFT_CODE_LETTERS.length)],
  ).join('')
}
