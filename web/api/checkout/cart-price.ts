import * as v from 'valibot'
import { previewCart } from '#operations/checkout/preview-cart.ts'
import { readJson } from '#web/http/read-json.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { cartTotalsSchema, previewedLineSchema } from './cart-schema.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { checkoutIdSchema, itemsSchema } from './items-schema.ts'
import { ownPages } from '#web/route.ts'
import { buying } from '#web/http/limits/rate-limits.ts'

const requestSchema = v.object({ items: itemsSchema, checkoutId: v.optional(checkoutIdSchema) })

/** POST /api/cart/price: each cart line against the current catalogue, and the totals of what is available. */
export async function priceCartEndpoint(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readJson(request, requestSchema)
  if ('refusal' in body) return body.refusal
  const { items, totals } = await previewCart(shop, body.value.items, body.value.checkoutId)
  return Response.json({ lines: items, totals })
}

priceCartEndpoint.docs = {
  summary: 'Price a cart',
  detail:
    'Prices of lines are in CAD dollars, totals in CAD cents. Nothing is held. `checkoutId`: whose hold counts as there.',
  body: {
    schema: requestSchema,
    example: { items: [{ productId: 'emblem-hoodie', size: 'M', quantity: 1 }] },
  },
  answers: {
    200: {
      means: 'Each line against the current catalogue, and the totals of what is available.',
      schema: v.object({ lines: v.array(previewedLineSchema), totals: cartTotalsSchema }),
    },
  },
} satisfies EndpointDocs

export const routes = [ownPages('POST /api/cart/price', priceCartEndpoint, buying)]
