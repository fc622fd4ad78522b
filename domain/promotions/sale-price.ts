import { reducedFrom, type Product } from '#domain/catalog/product.ts'
import { isGiftCard } from '#domain/catalog/gift-amounts.ts'
import { cents } from '#domain/money.ts'
import { choosePromotions } from './choose-promotions.ts'
import { classOf, stateOf, type Promotion } from './promotion.ts'

/** The promotions that lower the price of a product for everyone, and until when. Epoch milliseconds; null: no end. */
export interface Sale {
  names: readonly string[]
  from: number | null
  until: number | null
}

/** A product at the price that everyone pays for one piece, compared with the price before. */
export function offeredProduct(
  product: Product,
  promotions: readonly Promotion[],
  now: number,
): { offered: Product; sale: Sale | null } {
  const open = promotions.filter((one) => stateOf(one, now) === 'active' && isForEveryone(one))
  const { id: productId, category, price } = product
  const line = {
    productId,
    category,
    price,
    quantity: 1,
    isReduced: reducedFrom(product) !== null,
    giftCard: isGiftCard(product),
  }
  const shipping = { amount: 0, method: null }
  const taken = open.length === 0 ? [] : choosePromotions(open, { lines: [line], shipping, country: null })
  if (taken.length === 0) return { offered: product, sale: null }
  const off = taken.reduce((sum, { lines }) => sum + (lines[0] ?? 0), 0)
  const ofAll = (of: 'from' | 'until') => taken.flatMap(({ promotion }) => promotion.conditions[of] ?? [])
  const [begins, ends] = [ofAll('from'), ofAll('until')]
  return {
    offered: { ...product, price: cents(price - off), compareAt: reducedFrom(product) ?? price },
    sale: {
      names: taken.map(({ promotion }) => promotion.name),
      from: begins.length === 0 ? null : Math.max(...begins),
      until: ends.length === 0 ? null : Math.min(...ends),
    },
  }
}

/** The next time after `now` at which a promotion begins or ends; null: none is planned. */
export function nextChange(promotions: readonly Promotion[], now: number): number | null {
  const times = promotions
    .filter(({ isPaused }) => !isPaused)
    .flatMap(({ conditions: { from, until } }) => [from, until].flatMap((at) => at ?? []))
    .filter((at) => at > now)
  return times.length === 0 ? null : Math.min(...times)
}

/** Whether nobody has to do anything for it: a percentage, or an amount off chosen items, by itself. */
function isForEveryone(promotion: Promotion): boolean {
  const { trigger, effect, conditions } = promotion
  const { firstOrder, customers, countries, uses, usesPerCustomer } = conditions
  const isOfPiece =
    effect.kind === 'percent' || (effect.kind === 'amount' && classOf(promotion) === 'product')
  return (
    trigger === 'automatic' &&
    isOfPiece &&
    !firstOrder &&
    customers.length + countries.length === 0 &&
    uses === null &&
    usesPerCustomer === null
  )
}
