import type { CartItem } from '#domain/checkout/cart.ts'
import { findHeldUnits } from '#db/checkout/held-units.ts'
import { findProductsForSale } from '#db/catalog/products-for-sale.ts'
import { reducedFrom } from '#domain/catalog/product.ts'
import type { ProductId } from '#domain/ids.ts'
import { dollars } from '#domain/money.ts'
import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import { findCheckoutProblem, type CheckoutProblem } from '#domain/checkout/checkout-problem.ts'
import { orderShipping } from '#domain/checkout/shipping/order-shipping.ts'
import type { Destination } from '#domain/places/place.ts'
import type { Tariff } from '#domain/checkout/tariff.ts'
import type { DutyTerms } from '#domain/orders/order-shipping.ts'
import { checkItems, type CheckedCart, type CheckedItem } from './check-items.ts'
import { findSaleTexts } from '#operations/translations/find-sale-texts.ts'
import { ownLanguage } from '#words/languages.ts'
import { cartAsSaid, codesAsSaid, withCards, withOwnUnits } from './check-cart.ts'
import { promotionsFor, type CodeOutcome } from '#operations/promotions/promotions-for.ts'
import { giftCardsFor } from './gift-cards-for.ts'
import { findLimitedDrops } from './limit-buyers.ts'
import { currentTariff } from './current-tariff.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * A cart line as the cart page shows it. `imageUrl` is null for a product without a picture. `before` is the higher
 * price before a reduction, in CAD dollars.
 */
export interface PreviewedItem extends CheckedItem {
  imageUrl: string | null
  before: number | null
}

/**
 * `checkoutId`: the checkout whose hold counts as available. `destination`: null while it is unknown; the totals are
 * then an estimate.
 */
export interface PreviewRequest {
  items: readonly CartItem[]
  checkoutId?: string | undefined
  destination?: Destination | null
  choices?: CheckoutChoices
  /** Null while it is unknown. */
  email?: string | null
  /** Products that this browser may buy before the sale. */
  early?: ReadonlySet<ProductId>
  /** In which its names are; the shop's own by default. */
  language?: string
}

/**
 * `problem`: why the cart cannot be ordered. `duty`: who pays import duty at the destination; null where owners have
 * not set it.
 */
export interface CartPreview extends Pick<CheckedCart, 'totals' | 'shipping'> {
  items: PreviewedItem[]
  tariff: Tariff
  problem: CheckoutProblem | null
  codes: CodeOutcome[]
  duty: DutyTerms | null
}

/**
 * What a cart would cost and whether it is available, without holding stock. Units held for the shopper's own checkout
 * count as available: the last unit must not appear sold out to the shopper who is buying it.
 */
export async function previewCart(
  shop: Shop,
  { items, checkoutId, destination = null, choices, email = null, early, language }: PreviewRequest,
): Promise<CartPreview> {
  const { database, images, settings } = shop
  const tariff = await currentTariff(shop)
  const ids = items.map(({ productId }) => productId)
  const offered = await findProductsForSale(shop, ids)
  const own = checkoutId === undefined ? [] : await findHeldUnits(database, checkoutId)
  const products = withOwnUnits(offered, own)
  const { codes = [] } = choices ?? {}
  const asking = { codes, email, checkoutId: checkoutId ?? null }
  const [promotions, giftCards, limitedDrops] = await Promise.all([
    promotionsFor(shop, asking),
    giftCardsFor(shop, asking),
    findLimitedDrops(shop),
  ])
  const terms = { destination, tariff, choices, promote: promotions.promote, early }
  const said = await findSaleTexts(shop, language ?? ownLanguage(shop), products.values())
  const checked = checkItems(items, products, { limit: settings.orderLimit, limitedDrops, ...terms })
  const cart = cartAsSaid(checked, said)
  const paid = giftCards.pay(cart.totals.total)
  const { offers, method } = cart.shipping
  const sent = destination && !cart.isGiftsOnly && orderShipping(tariff, method, destination.country)
  return {
    tariff,
    totals: withCards(cart.totals, paid.cards),
    shipping: cart.shipping,
    problem: cart.isGiftsOnly ? null : findCheckoutProblem(terms, offers),
    codes: codesAsSaid([...promotions.codes(), ...paid.codes], said),
    duty: sent ? sent.shipping.duty : null,
    items: cart.items.map((item) => {
      const product = products.get(item.productId)
      const key = product?.pictureKey ?? null
      const before = product ? reducedFrom(product) : null
      return {
        ...item,
        imageUrl: key === null ? null : images.url(key, 320, 'webp'),
        before: before === null ? null : dollars(before),
      }
    }),
  }
}
