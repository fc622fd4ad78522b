import * as v from 'valibot'
import { readPrices } from '#operations/catalog/read-prices.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { productParams } from './product-refusals.ts'

export const routes = [
  staffAction('GET /api/staff/products/:id/prices', 'products.read', {
    summary: 'The prices that a product had',
    detail:
      'Oldest first, in CAD cents, each from `since` (epoch milliseconds) until the next; none of a product that does not exist.',
    params: productParams,
    answers: {
      200: {
        means: 'Its prices, and those that they were compared with.',
        schema: v.object({
          prices: v.array(
            v.object({ since: countSchema, price: countSchema, compareAt: v.nullable(countSchema) }),
          ),
        }),
      },
    },
    async run({ shop, params: { id } }) {
      return { prices: await readPrices(shop, id) }
    },
  }),
]
