import { formatMoney } from '#domain/currency.ts'
import { parseRecentlyViewed } from '#domain/recently-viewed.ts'
import { findExchangeRate } from '#operations/find-exchange-rate.ts'
import { productCard } from '#web/storefront/picture-view.server.ts'
import type { ApiContext } from './api-context.ts'

/** GET /api/products?ids=a,b: up to eight products as cards, in that order, without those that are not on sale. */
export async function findProducts(request: Request, { shop, currency }: ApiContext): Promise<Response> {
  const ids = parseRecentlyViewed(new URL(request.url).searchParams.get('ids')?.split(','))
  const [found, rate] = await Promise.all([shop.catalog.findMany(ids), findExchangeRate(shop, currency)])
  const products = found.map((product) =>
    productCard(shop.images, product, formatMoney(product.price, currency, rate?.rate ?? null)),
  )
  return Response.json({ products }, { headers: { 'cache-control': 'private, no-store' } })
}
