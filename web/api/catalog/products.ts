import * as v from 'valibot'
import { formatMoney } from '#domain/currency.ts'
import { listedProduct } from '#domain/catalog/listed-product.ts'
import { MAX_RECENTLY_VIEWED, parseRecentlyViewed } from '#domain/catalog/recently-viewed.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { productCard } from '#web/views/catalog/picture-view.server.ts'
import { languageOfPage } from '#web/http/request-language.ts'
import { wordsIn } from '#words/languages.ts'
import type { SharedContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { productCardSchema } from './picture-schema.ts'
import { sameForAll } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'

/** GET /api/products?ids=a,b: up to eight products as cards, in that order, without those that are not on sale. */
export async function findProducts(request: Request, { shop, currency }: SharedContext): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const ids = parseRecentlyViewed(searchParams.get('ids')?.split(','))
  const [found, rate] = await Promise.all([shop.catalog.findMany(ids), findExchangeRate(shop, currency)])
  const words = wordsIn(shop, languageOfPage(shop, pathname))
  const { LANGUAGE: language } = words.language
  const products = found.map((product) =>
    productCard(
      shop.images,
      listedProduct(product),
      (amount) => formatMoney(amount, currency, rate?.rate ?? null, { language }),
      words,
    ),
  )
  return Response.json({ products })
}

findProducts.docs = {
  summary: 'Products by their ids',
  detail: 'Prices are texts in the currency of the visitor: cookie, else country of the address, else CAD.',
  query: v.object({
    ids: v.optional(
      v.pipe(v.string(), v.description(`Up to ${MAX_RECENTLY_VIEWED} ids, separated by commas.`)),
    ),
  }),
  answers: {
    200: {
      means: 'Those that are in the shop, in the order of the ids.',
      schema: v.object({
        products: v.pipe(v.array(productCardSchema), v.maxLength(MAX_RECENTLY_VIEWED)),
      }),
    },
  },
} satisfies EndpointDocs

/** Only what can be an id, so that other texts do not take entries of the cache. */
const tidy = (query: URLSearchParams) =>
  new URLSearchParams({ ids: parseRecentlyViewed(query.get('ids')?.split(',')).join() })

export const routes = [
  sameForAll('GET /api/products', findProducts, reading, {
    query: ['ids'],
    inLanguages: true,
    tidy,
  }),
]
