import type { CartItem } from '#domain/checkout/cart.ts'
import type { GiftCardShare } from '#db/gift-cards/gift-card-payments.ts'
import { findHeldUnits } from '#db/checkout/held-units.ts'
import { findProductsForSale, type ProductForSale } from '#db/catalog/products-for-sale.ts'
import { MAX_CHARGE, type Cents } from '#domain/money.ts'
import { findCheckoutProblem, type CheckoutProblem } from '#domain/checkout/checkout-problem.ts'
import { isSamePrice, shownPrice, type CartTotals } from '#domain/checkout/pricing.ts'
import { NOT_SHIPPED, orderShipping, type ChosenShipping } from '#domain/checkout/shipping/order-shipping.ts'
import type { PricedBy, Tariff, VersionedTariff } from '#domain/checkout/tariff.ts'
import { checkItems, checkoutNote, type CheckedCart } from './check-items.ts'
import {
  promotionsFor,
  refusalWords,
  type CodeOutcome,
  type OfferedPromotions,
} from '#operations/promotions/promotions-for.ts'
import { giftCardsFor, type OfferedGiftCards } from './gift-cards-for.ts'
import { currentTariff } from './current-tariff.ts'
import type { OrderRequest } from './order-request.ts'
import type { LimitedDrop } from '#domain/drops/buyer.ts'
import { findSaleTexts } from '#operations/translations/find-sale-texts.ts'
import { inSaleTexts, nameInSaleTexts, totalsInSaleTexts, type SaleTexts } from '#domain/orders/sale-texts.ts'
import { findLimitedDrops } from './limit-buyers.ts'
import type { Shop } from '#operations/shop.ts'
import { wordsIn, type Words } from '#words/languages.ts'

/** A cart that is available as requested, with the products it was checked against. */
export interface AvailableCart {
  kind: 'good'
  totals: CartTotals
  products: ReadonlyMap<string, ProductForSale>
  chosen: ChosenShipping
  pricedBy: PricedBy
  /** What all of it is called in the shopper's language. */
  said: SaleTexts
  /** The promotions that the totals include. */
  uses: ReturnType<OfferedPromotions['uses']>
  /** What gift cards pay of the total, and what is left for the gateway. */
  cards: GiftCardShare[]
  rest: Cents
}

/** What is available of a cart, at which tariff, and what its codes do. */
export interface CartAsItIs {
  cart: CheckedCart
  tariff: Tariff
  codes: CodeOutcome[]
}

/** Why a cart cannot be ordered, what is available instead, and at which tariff. */
export type CartRefusal =
  /** `amount-differs`: the total or one of its parts is not what the shopper saw. */
  /** `shipping-changed`: the chosen method is not offered any more. */
  | ({ kind: 'cart-changed' | 'amount-differs' | 'shipping-changed' } & CartAsItIs)
  /** The destination or a choice has to change, for example because no zone serves the destination. */
  | ({ kind: 'field-refused'; problem: CheckoutProblem } & CartAsItIs)
  | { kind: 'too-expensive'; totals: CartTotals }
  /** What is left for the gateway is below `least`, the smallest amount that a card can be charged, in cents. */
  | { kind: 'too-little'; totals: CartTotals; least: Cents }
  /** A checkout takes a card payment, and this cart costs nothing, without any promotion. */
  | { kind: 'nothing-to-pay'; totals: CartTotals }

/**
 * Checks a cart against the catalogue without locking or writing, so that a sold-out cart costs only a shared read.
 * Stock may still be sold before it is taken.
 */
export async function checkCart(shop: Shop, cart: OrderRequest): Promise<AvailableCart | CartRefusal> {
  const [tariff, terms, offered] = await Promise.all([
    currentTariff(shop),
    findTerms(shop, cart),
    offeredFor(shop, cart),
  ])
  const said = await findSaleTexts(shop, cart.language, offered.values())
  return check(shop, cart, offered, { tariff, said, ...terms })
}

/** Like `checkCart`, but the units held for this checkout count as available. */
export async function checkOwnCart(shop: Shop, cart: OrderRequest): Promise<AvailableCart | CartRefusal> {
  const offered = await offeredFor(shop, cart)
  const said = await findSaleTexts(shop, cart.language, offered.values())
  const now = { tariff: await currentTariff(shop), said, ...(await findTerms(shop, cart)) }
  const checked = check(shop, cart, offered, now)
  const isExact = offered.values().every(({ sizes }) => sizes.every(({ preorder }) => !preorder))
  if (checked.kind !== 'cart-changed' && isExact) return checked
  // Read after the first check: it sees what another request of this checkout has just taken.
  const own = await findHeldUnits(shop.database, cart.checkoutId)
  return own.length === 0 ? checked : check(shop, cart, withOwnUnits(offered, own), now)
}

/** What the codes of a cart are of, and the limits of drops. */
async function findTerms(shop: Shop, { choices: { codes }, customer, checkoutId }: OrderRequest) {
  const [promotions, giftCards, limitedDrops] = await Promise.all([
    promotionsFor(shop, { codes, email: customer.email, checkoutId }),
    giftCardsFor(shop, { codes, checkoutId }),
    findLimitedDrops(shop),
  ])
  return { promotions, giftCards, limitedDrops }
}

function offeredFor(shop: Shop, { items }: OrderRequest) {
  return findProductsForSale(
    shop,
    items.map(({ productId }) => productId),
  )
}

/** The products as they would be with these units released. */
export function withOwnUnits(
  products: ReadonlyMap<string, ProductForSale>,
  own: readonly CartItem[],
): ReadonlyMap<string, ProductForSale> {
  const restored = new Map(products)
  for (const { productId, size, quantity } of own) {
    const product = restored.get(productId)
    if (!product) continue
    restored.set(productId, {
      ...product,
      stock: product.stock === null ? null : product.stock + quantity,
      sizes: product.sizes.map((one) =>
        one.size === size && one.stock !== null ? { ...one, stock: one.stock + quantity } : one,
      ),
    })
  }
  return restored
}

interface CheckedBy {
  tariff: VersionedTariff
  said: SaleTexts
  promotions: OfferedPromotions
  giftCards: OfferedGiftCards
  limitedDrops: readonly LimitedDrop[]
}

function check(
  { settings, gateway, languages }: Shop,
  request: OrderRequest,
  products: ReadonlyMap<string, ProductForSale>,
  { tariff, said, promotions, giftCards, limitedDrops }: CheckedBy,
): AvailableCart | CartRefusal {
  const { customer, choices } = request
  const terms = { destination: customer, tariff, choices, promote: promotions.promote, early: request.early }
  const cart = checkItems(request.items, products, { limit: settings.orderLimit, limitedDrops, ...terms })
  const { totals } = cart
  const { cards, rest, codes } = giftCards.pay(totals.total)
  const words = wordsIn({ languages }, request.language)
  const asItIs = {
    cart: cartAsSaid({ ...cart, totals: withCards(totals, cards) }, said),
    tariff,
    codes: codesAsSaid([...promotions.codes(), ...codes], said),
  }
  if (cart.items.some(({ status }) => status !== 'ok')) return { kind: 'cart-changed', ...asItIs }
  const { offers, method } = cart.shipping
  const unserved = cart.isGiftsOnly ? null : findCheckoutProblem(terms, offers)
  const problem = unserved ?? findCodeProblem(asItIs.codes, words)
  if (problem !== null) return { kind: 'field-refused', problem, ...asItIs }
  if (totals.total > MAX_CHARGE) return { kind: 'too-expensive', totals }
  const uses = promotions.uses()
  if (totals.total === 0 && uses.length === 0) return { kind: 'nothing-to-pay', totals }
  const least = gateway.leastCharge
  if (rest > 0 && rest < least) return { kind: 'too-little', totals, least }
  const { shippingMethod } = choices
  const isOffered = shippingMethod === null || shippingMethod === method?.id
  if (tariff.zones && !isOffered) return { kind: 'shipping-changed', ...asItIs }
  const chosen = cart.isGiftsOnly ? NOT_SHIPPED : orderShipping(tariff, method, customer.country)
  const { amount, shown } = request
  const note = checkoutNote(asItIs.cart.items, chosen.shipping.duty, words)
  const priceNow = shownPrice(totalsInSaleTexts(totals, said), note, words.totals)
  const isShown = !shown || isSamePrice(shown, priceNow)
  if (rest !== amount || !isShown) return { kind: 'amount-differs', ...asItIs }
  return { kind: 'good', totals, products, chosen, pricedBy: tariff.pricedBy, said, uses, cards, rest }
}

/** A cart as the shopper reads it. */
export function cartAsSaid<Cart extends Pick<CheckedCart, 'items' | 'totals' | 'shipping'>>(
  cart: Cart,
  said: SaleTexts,
): Cart {
  const { items, totals, shipping } = cart
  const named = <Method extends { name: string }>(one: Method) => ({
    ...one,
    name: nameInSaleTexts(one.name, said),
  })
  return {
    ...cart,
    items: items.map((item) => inSaleTexts(item, said)),
    totals: totalsInSaleTexts(totals, said),
    shipping: {
      ...shipping,
      offers: shipping.offers.map(named),
      method: shipping.method && named(shipping.method),
    },
  }
}

/** The outcome of codes as the shopper reads it. */
export function codesAsSaid(codes: readonly CodeOutcome[], said: SaleTexts): CodeOutcome[] {
  return codes.map((one) => ({ ...one, name: one.name && nameInSaleTexts(one.name, said) }))
}

/** Totals with what gift cards pay of them, where they do. */
export function withCards(totals: CartTotals, cards: readonly GiftCardShare[]): CartTotals {
  if (cards.length === 0) return totals
  return { ...totals, giftCards: cards.map(({ lastFour, amount }) => ({ lastFour, amount })) }
}

/** A code that another offer replaces is no problem. */
function findCodeProblem(codes: readonly CodeOutcome[], words: Words): CheckoutProblem | null {
  for (const { code, refusal } of codes) {
    if (refusal !== null && refusal.kind !== 'other-offer')
      return { type: 'code-refused', path: '/codes', message: refusalWords(code, refusal, words) }
  }
  return null
}
