import * as v from 'valibot'
import { JsonAnswer } from '#web/http/json-answer.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { countSchema } from '#web/api/count-schema.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { anyone } from '#web/route.ts'

/** GET /api/time: the clock of the shop, by which releases happen. */
async function time(_request: Request, { shop }: ApiContext): Promise<JsonAnswer> {
  return new JsonAnswer({ now: shop.now() })
}

time.docs = {
  summary: 'The time by the shop’s clock',
  detail: 'Products are published and sold by this clock. A page counts down to a release with it.',
  answers: { 200: { means: 'Now, in epoch milliseconds.', schema: v.object({ now: countSchema }) } },
} satisfies EndpointDocs

export const routes = [anyone('GET /api/time', time)]
