import { findGiftCard, hashOfTyped, type GiftCardBalance } from '#db/gift-cards/gift-card-ledger.ts'
import { findOwnShares, type GiftCardShare } from '#db/gift-cards/gift-card-payments.ts'
import { payWithCards } from '#domain/gift-cards/gift-card.ts'
import { parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import { addCents, type Cents } from '#domain/money.ts'
import type { CodeOutcome } from '#operations/promotions/promotions-for.ts'
import type { Shop } from '#operations/shop.ts'

/** The gift cards that a cart is paid with, as far as they go. */
export interface OfferedGiftCards {
  /** What each code pays of a total, in their order. One that is disabled is refused like one that does not exist. */
  pay(total: Cents): { cards: GiftCardShare[]; rest: Cents; codes: CodeOutcome[] }
}

const NONE: OfferedGiftCards = { pay: (total) => ({ cards: [], rest: total, codes: [] }) }

/** The gift cards of these codes. What the checkout's own unpaid order has taken of them is there for it again. */
export async function giftCardsFor(
  { database: { db }, gateway, signedLinks }: Pick<Shop, 'database' | 'gateway' | 'signedLinks'>,
  { codes, checkoutId }: { codes: readonly string[]; checkoutId: string | null },
): Promise<OfferedGiftCards> {
  const typed = [...new Set(codes)].filter((code) => parseGiftCode(code) !== null)
  if (typed.length === 0) return NONE
  const own = checkoutId === null ? new Map<string, Cents>() : await findOwnShares(db, checkoutId)
  const found = await Promise.all(
    typed.map(async (code) => {
      const card = await findGiftCard(db, { codeHash: hashOfTyped({ signedLinks }, code)! })
      return card?.state === 'active' ? withOwn(card, own.get(card.id)) : null
    }),
  )
  return {
    pay(total) {
      const usable = found.filter((card) => card !== null)
      const { paid, rest } = payWithCards(total, usable, gateway.leastCharge)
      const shares = usable.map(({ id, kind, lastFour }, at) => ({ id, kind, lastFour, amount: paid[at]! }))
      return {
        cards: shares.filter(({ amount }) => amount > 0),
        rest,
        codes: typed.map((code, at): CodeOutcome => {
          const outcome = { code, name: null, off: 0 }
          const card = found[at]
          if (!card) return { ...outcome, refusal: { kind: 'unknown' } }
          if (card.balance === 0) return { ...outcome, refusal: { kind: 'no-balance' } }
          const { lastFour, amount } = shares.find(({ id }) => id === card.id)!
          return { ...outcome, giftCard: { lastFour, amount }, refusal: null }
        }),
      }
    },
  }
}

function withOwn(card: GiftCardBalance, own: Cents | undefined): GiftCardBalance {
  return own === undefined ? card : { ...card, balance: addCents([card.balance, own]) }
}
