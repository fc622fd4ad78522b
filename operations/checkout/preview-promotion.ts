import { findProductsForSale } from '#db/catalog/products-for-sale.ts'
import { priceCart, type CartTotals } from '#domain/checkout/pricing.ts'
import type { ProductId } from '#domain/ids.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { promotionsFor, type CodeOutcome } from '#operations/promotions/promotions-for.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { pricedUnits } from './check-items.ts'
import { currentTariff } from './current-tariff.ts'

/** A cart to try a promotion on. */
export interface SampleCart {
  items: readonly { productId: ProductId; quantity: number }[]
  country: string
}

/** What a promotion would do to a cart of a customer whom it is for, beside the others, if it were active now. */
export async function previewPromotion(
  shop: Shop,
  promotion: Promotion,
  { items, country }: SampleCart,
): Promise<{ totals: CartTotals; outcome: CodeOutcome | null }> {
  const [tariff, products, { promotions }] = await Promise.all([
    currentTariff(shop),
    findProductsForSale(
      shop,
      items.map(({ productId }) => productId),
    ),
    currentSetting(shop, PROMOTIONS),
  ])
  const lines = items.flatMap(({ productId, quantity }) => {
    const product = products.get(productId)
    return product ? [pricedUnits(product, '', quantity)] : []
  })
  const anyone = {
    from: null,
    until: null,
    uses: null,
    usesPerCustomer: null,
    firstOrder: false,
    customers: [],
  }
  const code = promotion.id.toUpperCase()
  const tried: Promotion = {
    ...promotion,
    isPaused: false,
    trigger: 'code',
    codes: [code],
    conditions: { ...promotion.conditions, ...anyone },
  }
  const offered = await promotionsFor(shop, {
    codes: [code],
    email: null,
    checkoutId: null,
    promotions: [...promotions.filter(({ id }) => id !== promotion.id), tried],
  })
  const totals = priceCart(lines, {
    destination: { country, region: '', postal: '' },
    tariff,
    promote: offered.promote,
  })
  return { totals, outcome: offered.codes()[0] ?? null }
}
