import { catalogueDocuments } from '#web/http/catalogue-documents.ts'
import { problem } from '#web/http/problem.ts'
import { PRODUCTS_PER_PART, sitemapIndex, sitemapPart } from '#web/search-engines/sitemap.server.ts'
import type { ApiContext } from './api-context.ts'

/** GET /sitemap.xml: every page and product; an index of `?part=1` and so on once one list would be too long. */
export async function sitemap(request: Request, { shop }: ApiContext): Promise<Response> {
  const asked = new URL(request.url).searchParams.get('part')
  const { total } = await shop.catalog.list({ limit: 1, offset: 0 })
  const parts = Math.max(1, Math.ceil(total / PRODUCTS_PER_PART))
  const part = asked === null ? null : parsePart(asked, parts)
  if (asked !== null && part === null) {
    return problem({ type: 'not-found', status: 404, title: 'The sitemap has no such part.' })
  }
  const index = part === null && parts > 1
  return catalogueDocuments(shop).answer(request, {
    name: index ? 'sitemap' : `sitemap ${part ?? 1}`,
    type: 'application/xml; charset=utf-8',
    write: () => (index ? sitemapIndex(shop, parts) : sitemapPart(shop, part ?? 1)),
  })
}

function parsePart(text: string, parts: number): number | null {
  const part = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  return part >= 1 && part <= parts ? part : null
}
