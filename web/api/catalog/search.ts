import * as v from 'valibot'
import { formatMoney } from '#domain/currency.ts'
import { MAX_SUGGESTIONS } from '#domain/catalog/search/search.ts'
import { MAX_QUERY_LENGTH } from '#domain/plain-text.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { searchProducts } from '#operations/catalog/search-products.ts'
import { productCard } from '#web/views/catalog/picture-view.server.ts'
import { languageOfPage } from '#web/http/request-language.ts'
import { wordsIn } from '#words/languages.ts'
import type { SharedContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { productCardSchema } from './picture-schema.ts'
import { sameForAll } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'

/** GET /api/search?q=hood: up to five products for the search overlay, priced in the visitor's currency. */
export async function searchSuggestions(
  request: Request,
  { shop, currency }: SharedContext,
): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const query = searchParams.get('q') ?? ''
  if (query === '') return Response.json({ suggestions: [] })
  const [{ products }, rate] = await Promise.all([
    searchProducts(shop, { query, limit: MAX_SUGGESTIONS, offset: 0 }),
    findExchangeRate(shop, currency),
  ])
  const words = wordsIn(shop, languageOfPage(shop, pathname))
  const { LANGUAGE: language } = words.language
  const suggestions = products.map((product) =>
    productCard(
      shop.images,
      product,
      (amount) => formatMoney(amount, currency, rate?.rate ?? null, { language }),
      words,
    ),
  )
  return Response.json({ suggestions })
}

searchSuggestions.docs = {
  summary: 'Products that match a few letters',
  detail:
    'A text that finds nothing as a whole is searched for by its words and their synonyms, ignoring hyphens, a plural s and one typo. Prices are texts in the currency of the visitor: cookie, else country of the address, else CAD.',
  query: v.object({
    q: v.optional(v.pipe(v.string(), v.description(`Cut after ${MAX_QUERY_LENGTH} characters.`))),
  }),
  answers: {
    200: {
      means: 'Up to five products. None for an empty text.',
      schema: v.object({ suggestions: v.pipe(v.array(productCardSchema), v.maxLength(MAX_SUGGESTIONS)) }),
    },
  },
} satisfies EndpointDocs

const tidy = (query: URLSearchParams) =>
  new URLSearchParams({ q: (query.get('q') ?? '').slice(0, MAX_QUERY_LENGTH).trim() })

export const routes = [
  sameForAll('GET /api/search', searchSuggestions, reading, {
    query: ['q'],
    inLanguages: true,
    tidy,
  }),
]
