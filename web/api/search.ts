import { formatMoney } from '#domain/currency.ts'
import { LONGEST_QUERY, MOST_SUGGESTIONS } from '#domain/search.ts'
import { findExchangeRate } from '#operations/find-exchange-rate.ts'
import { productCard } from '#web/storefront/picture-view.server.ts'
import type { ApiContext } from './api-context.ts'

/** GET /api/search?q=hood: up to five products for the search overlay, priced in the visitor's currency. */
export async function searchSuggestions(request: Request, { shop, currency }: ApiContext): Promise<Response> {
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, LONGEST_QUERY)
  if (query === '') return Response.json({ suggestions: [] })
  const [{ products }, rate] = await Promise.all([
    shop.catalog.list({ query, limit: MOST_SUGGESTIONS, offset: 0 }),
    findExchangeRate(shop, currency),
  ])
  const suggestions = products.map((product) =>
    productCard(shop.images, product, formatMoney(product.price, currency, rate?.rate ?? null)),
  )
  return Response.json({ suggestions }, { headers: { 'cache-control': 'private, no-store' } })
}
