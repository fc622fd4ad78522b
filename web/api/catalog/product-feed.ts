import * as v from 'valibot'
import type { FeedScope } from '#domain/catalog/feed.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { catalogDocuments, type CatalogDocument } from '#web/http/files/catalog-documents.ts'
import { readingEverything } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { anyone } from '#web/route.ts'
import { channelFeed, type TableChannel } from '#web/search-engines/channel-feeds.server.ts'
import { feedCountries } from '#web/search-engines/feed-rows.server.ts'
import { productFeed } from '#web/search-engines/product-feed.server.ts'
import { ownLanguage } from '#words/languages.ts'

const TEXTS =
  'The texts are in `language`, and the links lead to its pages. `country`: only what is sent there, and what that costs.'

const docsOf = (summary: string, type: string) =>
  ({
    summary,
    detail: TEXTS,
    query: v.object({
      language: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2}$/))),
      country: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))),
    }),
    answers: {
      200: { means: 'The feed.', type },
      304: { means: 'Unchanged: If-None-Match names this version.' },
      404: refusal('The shop does not speak this language, or no shipping zone names this country.'),
    },
  }) satisfies EndpointDocs

/** A feed in the language and for the country that its address names; cached for each of them. */
async function answerFeed(
  request: Request,
  { shop }: ApiContext,
  document: Pick<CatalogDocument, 'name' | 'type'> & { write(scope: FeedScope): AsyncIterable<string> },
): Promise<Response> {
  const query = new URL(request.url).searchParams
  const language = query.get('language') ?? ownLanguage(shop)
  const country = query.get('country')
  const isSpoken = shop.languages.has(language)
  if (!isSpoken || (country !== null && !(await feedCountries(shop)).includes(country)))
    return problem({ type: 'not-found', status: 404, title: 'There is no such feed.' })
  return catalogDocuments(shop).answer(request, {
    name: [document.name, language, country].join(' '),
    type: document.type,
    write: () => document.write({ language, country }),
  })
}

/** GET /feed.xml: every product and size for shopping searches, in the format of Google Merchant Center. */
export async function readProductFeed(request: Request, context: ApiContext): Promise<Response> {
  return answerFeed(request, context, {
    name: 'feed',
    type: 'application/rss+xml; charset=utf-8',
    write: (scope) => productFeed(context.shop, scope),
  })
}

readProductFeed.docs = docsOf(
  'Every product and size, in the format of Google Merchant Center',
  'application/rss+xml',
)

function tableFeed(channel: TableChannel, reader: string) {
  const handle = async (request: Request, context: ApiContext) =>
    answerFeed(request, context, {
      name: `feed ${channel}`,
      type: 'text/csv; charset=utf-8',
      write: (scope) => channelFeed(context.shop, channel, scope),
    })
  return Object.assign(handle, {
    docs: docsOf(`Every product and size, as a table for ${reader}`, 'text/csv'),
  })
}

export const routes = [
  anyone('GET /feed.xml', readProductFeed, readingEverything),
  anyone('GET /feeds/meta.csv', tableFeed('meta', 'catalogues of Facebook and Instagram'), readingEverything),
  anyone('GET /feeds/tiktok.csv', tableFeed('tiktok', 'catalogues of TikTok'), readingEverything),
]
