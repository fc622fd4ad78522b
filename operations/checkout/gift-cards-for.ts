import { findOpenedCredit } from '#db/gift-cards/credit-links.ts'
import { findGiftCard, hashOfTyped, type GiftCardBalance } from '#db/gift-cards/gift-card-ledger.ts'
import { findOwnShares, type GiftCardShare } from '#db/gift-cards/gift-card-payments.ts'
import { payWithCards } from '#domain/gift-cards/gift-card.ts'
import { parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import { addCents, type Cents } from '#domain/money.ts'
import type { CodeOutcome } from '#operations/promotions/promotions-for.ts'
import { OPENED_MS } from '#operations/gift-cards/use-store-credit.ts'
import type { Shop } from '#operations/shop.ts'

/** The gift cards that a cart is paid with, as far as they go. */
export interface OfferedGiftCards {
  /** What each code pays of a total, in their order. One that is disabled is refused like one that does not exist. */
  pay(total: Cents): { cards: GiftCardShare[]; rest: Cents; codes: CodeOutcome[] }
}

const NONE: OfferedGiftCards = { pay: (total) => ({ cards: [], rest: total, codes: [] }) }

/**
 * The gift cards of these codes, and the store credit that was opened with one. What the checkout's own unpaid order
 * has taken of them is there for it again.
 */
export async function giftCardsFor(
  { database: { db }, gateway, signedLinks, now }: Pick<Shop, 'database' | 'gateway' | 'signedLinks' | 'now'>,
  { codes, checkoutId }: { codes: readonly string[]; checkoutId: string | null },
): Promise<OfferedGiftCards> {
  const typed = [...new Set(codes)].filter((code) => parseGiftCode(code) !== null)
  if (typed.length === 0) return NONE
  const own = checkoutId === null ? new Map<string, Cents>() : await findOwnShares(db, checkoutId)
  const found = await Promise.all(
    typed.map(async (code) => {
      const codeHash = hashOfTyped({ signedLinks }, code)!
      const card =
        (await findGiftCard(db, { codeHash })) ??
        (await findOpenedCredit(db, { codeHash, checkoutId, since: now() - OPENED_MS }))
      if (card === 'ended') return card
      return card?.state === 'active' ? withOwn(card, own.get(card.id)) : null
    }),
  )
  const isBefore = (card: GiftCardBalance, at: number) =>
    found.slice(0, at).some((one) => one !== null && one !== 'ended' && one.id === card.id)
  const cards = found.map((card, at) =>
    // Of two links for the same store credit, the first counts.
    card !== null && card !== 'ended' && isBefore(card, at) ? 'ended' : card,
  )
  return {
    pay(total) {
      const usable = cards.filter((card) => card !== null && card !== 'ended')
      const { paid, rest } = payWithCards(total, usable, gateway.leastCharge)
      const shares = usable.map(({ id, kind, lastFour }, at) => ({ id, kind, lastFour, amount: paid[at]! }))
      return {
        cards: shares.filter(({ amount }) => amount > 0),
        rest,
        codes: typed.map((code, at): CodeOutcome => {
          const outcome = { code, name: null, off: 0 }
          const card = cards[at]
          if (!card) return { ...outcome, refusal: { kind: 'unknown' } }
          if (card === 'ended') return { ...outcome, refusal: { kind: 'unknown', isCredit: true } }
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
