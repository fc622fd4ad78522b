import * as v from 'valibot'
import { catalogDocuments } from '#web/http/files/catalog-documents.ts'
import { problem } from '#web/http/problem.ts'
import { PRODUCTS_PER_PART, sitemapIndex, sitemapPart } from '#web/search-engines/sitemap.server.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { anyone } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'

/** GET /sitemap.xml: every page and product; an index of `?part=1` and so on once one list would be too long. */
export async function sitemap(request: Request, { shop }: ApiContext): Promise<Response> {
  const requested = new URL(request.url).searchParams.get('part')
  const { total } = await shop.catalog.list({ limit: 1, offset: 0 })
  const parts = Math.max(1, Math.ceil(total / PRODUCTS_PER_PART))
  const part = requested === null ? null : parsePart(requested, parts)
  if (requested !== null && part === null) {
    return problem({ type: 'not-found', status: 404, title: 'The sitemap has no such part.' })
  }
  const index = part === null && parts > 1
  return catalogDocuments(shop).answer(request, {
    name: index ? 'sitemap' : `sitemap ${part ?? 1}`,
    type: 'application/xml; charset=utf-8',
    write: () => (index ? sitemapIndex(shop, parts) : sitemapPart(shop, part ?? 1)),
  })
}

sitemap.docs = {
  summary: 'Every page and product, for search engines',
  query: v.object({ part: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/))) }),
  answers: {
    200: { means: 'The sitemap, one part of it, or the list of its parts.', type: 'application/xml' },
    304: { means: 'Unchanged: If-None-Match names this version.' },
    404: refusal('The sitemap has no such part.'),
  },
} satisfies EndpointDocs

function parsePart(text: string, parts: number): number | null {
  const part = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  return part >= 1 && part <= parts ? part : null
}

export const routes = [anyone('GET /sitemap.xml', sitemap, reading)]
