import { findGiftCard, lockGiftCards, type GiftCardBalance } from '#db/gift-cards/gift-card-ledger.ts'
import { addStoreCredit, type CreditHolder } from '#db/gift-cards/store-credit.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { auditChanges } from '#domain/audit/audit.ts'
import { MAX_GIFT_CARD } from '#domain/catalog/gift-amounts.ts'
import type { GiftCardState } from '#domain/gift-cards/gift-card.ts'
import { cents, formatCents, type Cents, type SignedCents } from '#domain/money.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import type { GiftCardId } from '#domain/ids.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import { giveCode, issueGiftCards, type NewGiftCard } from './issue-gift-card.ts'
import { enqueueCreditMail } from './send-store-credit.ts'

/** Who changes a card, and why. */
interface Reason {
  reason: string
  by: string
}

/** What became of a change: the card as it is now, or why it was refused. `too-much`: more than it is worth. */
export type GiftCardOutcome =
  | { kind: 'changed'; card: GiftCardBalance }
  | { kind: 'unknown-gift-card' }
  | { kind: 'too-much'; balance: Cents }
  | { kind: 'above-the-most'; balance: Cents }

/** Issues a gift card that nobody paid for. */
export async function issueAsStaff(shop: Shop, card: Omit<NewGiftCard, 'soldAs'>): Promise<GiftCardBalance> {
  return transact(shop.database, async (tx) => {
    const [id] = await issueGiftCards(tx, [card], shop.now())
    await recordAudit(tx, shop, {
      action: 'gift-card-issued',
      subject: { id: id!, name: formatCents(card.amount) },
      changes: reasonChange(card.reason),
    })
    return (await findGiftCard(tx, { id: id! }))!
  })
}

/** Gives a customer store credit, and tells them by mail. */
export async function giveStoreCredit(
  shop: Shop,
  { amount, by, reason, ...holder }: CreditHolder & Reason & { amount: Cents },
): Promise<GiftCardOutcome> {
  return transact(shop.database, async (tx) => {
    const before = await findGiftCard(tx, { email: limitEmail(holder.email) })
    const balance = before?.balance ?? cents(0)
    if (balance + amount > MAX_GIFT_CARD) return { kind: 'above-the-most', balance }
    const at = shop.now()
    const id = await addStoreCredit(tx, holder, { kind: 'issue', amount, reason, by, at })
    await recordAudit(tx, shop, {
      action: 'store-credit-given',
      subject: { id, name: formatCents(amount) },
      changes: reasonChange(reason),
    })
    await enqueueCreditMail(tx, { giftCardId: id, amount }, at)
    return { kind: 'changed', card: (await findGiftCard(tx, { id }))! }
  })
}

/** Raises or lowers what a card is worth. */
export function adjustGiftCard(
  shop: Shop,
  id: GiftCardId,
  { by, reason, amount }: Reason & { amount: SignedCents },
): Promise<GiftCardOutcome> {
  return changing(shop, id, async (tx, before) => {
    const cards = await lockGiftCards(tx, [id])
    const { balance } = cards.get(id)!
    if (balance + amount > MAX_GIFT_CARD && amount > 0) return { kind: 'above-the-most', balance }
    if (!cards.add({ id, kind: 'adjust', amount, reason, by, at: shop.now() }))
      return { kind: 'too-much', balance }
    await cards.write()
    const changes = auditChanges({ balance: 'Balance' }, { balance }, cards.get(id)!, { balance: 'money' })
    await recordAudit(tx, shop, {
      action: 'gift-card-adjusted',
      subject: subjectOf(before),
      changes: [...changes, ...reasonChange(reason)],
    })
    return null
  })
}

/** Keeps a card from being paid with, or allows it again. Its balance stays. */
export function setGiftCardState(
  shop: Shop,
  id: GiftCardId,
  { state, reason }: Reason & { state: GiftCardState },
): Promise<GiftCardOutcome> {
  return changing(shop, id, async (tx, before) => {
    if (before.state === state) return null
    await tx.updateTable('gift_cards').set({ state }).where('id', '=', id).execute()
    await recordAudit(tx, shop, {
      action: state === 'disabled' ? 'gift-card-disabled' : 'gift-card-enabled',
      subject: subjectOf(before),
      changes: reasonChange(reason),
    })
    return null
  })
}

/** Gives a gift card a new code, in place of the one that was lost or seen by others. */
export async function renewCode(shop: Shop, id: GiftCardId): Promise<{ code: string } | null> {
  return transact(shop.database, async (tx) => {
    const card = await findGiftCard(tx, { id })
    if (card?.kind !== 'gift-card') return null
    const code = await giveCode(shop, tx, id)
    await recordAudit(tx, shop, { action: 'gift-card-code-made', subject: subjectOf(card) })
    return { code }
  })
}

/** Changes a card that is locked, and returns it as it is then. */
async function changing(
  shop: Shop,
  id: GiftCardId,
  change: (tx: Tx, before: GiftCardBalance) => Promise<GiftCardOutcome | null>,
): Promise<GiftCardOutcome> {
  return transact(shop.database, async (tx) => {
    const before = (await lockGiftCards(tx, [id])).get(id)
    if (!before) return { kind: 'unknown-gift-card' }
    const refused = await change(tx, { ...before })
    return refused ?? { kind: 'changed', card: (await findGiftCard(tx, { id }))! }
  })
}

/** The email address of a customer is never in the audit trail. */
function subjectOf({ id, kind, lastFour }: GiftCardBalance) {
  const name = kind === 'store-credit' ? 'store credit' : lastFour && `•••• ${lastFour}`
  return { id, ...(name && { name }) }
}

function reasonChange(reason: string) {
  return reason === '' ? [] : [{ field: 'Reason', before: null, after: reason }]
}
