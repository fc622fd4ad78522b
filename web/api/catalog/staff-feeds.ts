import * as v from 'valibot'
import { FEED_CHANNELS, FEED_FAULTS } from '#domain/catalog/feed.ts'
import { keysOf } from '#domain/record-of.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { feedsQuery, feedsView } from '#web/views/catalog/feeds-view.server.ts'

const kindSchema = v.picklist(keysOf(FEED_FAULTS))

export const routes = [
  staffAction('GET /api/staff/feeds', 'products.read', {
    summary: 'The feeds of products, and what they lack',
    detail:
      'The address of each feed in each language, for a `country` or for all, and how many rows it has. 25 products on a page that lack something, or one `kind` of it, for a row to be shown everywhere.',
    query: feedsQuery,
    answers: {
      200: {
        means: 'The feeds, and the products of the page.',
        schema: v.object({
          products: countSchema,
          countries: v.array(v.string()),
          country: v.string(),
          feeds: v.array(
            v.object({
              channel: v.picklist(keysOf(FEED_CHANNELS)),
              language: v.string(),
              url: v.string(),
              rows: countSchema,
            }),
          ),
          lacks: v.array(v.object({ kind: kindSchema, products: countSchema })),
          kind: v.union([v.literal(''), kindSchema]),
          faulty: v.array(
            v.object({
              id: v.string(),
              name: v.string(),
              faults: v.array(v.object({ kind: kindSchema, sizes: v.array(v.string()) })),
              missingIn: v.array(v.string()),
            }),
          ),
          page: countSchema,
          pages: countSchema,
          total: countSchema,
        }),
      },
    },
    run: ({ shop, query }) => feedsView(shop, query),
  }),
]
