import { collectionChanges, COLLECTIONS, collectionsSchema } from '#domain/settings/collections.ts'
import { cents } from '#domain/money.ts'
import { listActions } from './list-actions.ts'

export const routes = listActions({
  name: 'collections',
  setting: COLLECTIONS,
  schema: collectionsSchema,
  summary: collectionChanges,
  detail:
    'Each is at `/collections/{handle}`, with `products` in their order or those for which all of `rule` holds: `categories` and `colors` name one of several, prices are in cents, `newDays` are days since a product was added or published, and what is empty, null or false asks for nothing. `sort` is the order of a rule.',
  example: {
    version: 0,
    value: {
      collections: [
        {
          id: 'new-in',
          name: 'New in',
          handle: 'new-in',
          words: 'What came this month.',
          picture: null,
          isDraft: false,
          rule: {
            categories: [],
            colors: [],
            priceFrom: null,
            priceTo: cents(100_00),
            newDays: 30,
            isReduced: false,
          },
          products: [],
          sort: 'newest',
          searchTitle: '',
          description: '',
        },
      ],
    },
  },
})
