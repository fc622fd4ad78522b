import { catalogDocuments } from '#web/http/files/catalog-documents.ts'
import { productFeed } from '#web/search-engines/product-feed.server.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { anyone } from '#web/route.ts'
import { readingEverything } from '#web/http/limits/rate-limits.ts'

/** GET /feed.xml: every product and size for shopping searches, in the format of Google Merchant Center. */
export async function readProductFeed(request: Request, { shop }: ApiContext): Promise<Response> {
  return catalogDocuments(shop).answer(request, {
    name: 'feed',
    type: 'application/rss+xml; charset=utf-8',
    write: () => productFeed(shop),
  })
}

readProductFeed.docs = {
  summary: 'Every product and size, in the format of Google Merchant Center',
  answers: {
    200: { means: 'The feed.', type: 'application/rss+xml' },
    304: { means: 'Unchanged: If-None-Match names this version.' },
  },
} satisfies EndpointDocs

export const routes = [anyone('GET /feed.xml', readProductFeed, readingEverything)]
