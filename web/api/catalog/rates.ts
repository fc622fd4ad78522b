import * as v from 'valibot'
import { CURRENCIES, RATES_BASE, parseCurrencyCode } from '#domain/currency.ts'
import { findRate } from '#operations/catalog/find-exchange-rate.ts'
import { problem } from '#web/http/problem.ts'
import type { SharedContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { sameForAll } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'

/** GET /api/rates?from=CAD&to=EUR: what one unit of `from` is in `to`, and from which day that figure is. */
export async function readRate(request: Request, { shop }: SharedContext): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const from = parseCurrencyCode(searchParams.get('from'))
  const to = parseCurrencyCode(searchParams.get('to'))
  const errors = [
    ...(from === null ? [{ path: '/from', message: 'This is not a currency that the shop knows.' }] : []),
    ...(to === null ? [{ path: '/to', message: 'This is not a currency that the shop knows.' }] : []),
  ]
  if (from === null || to === null)
    return problem({ type: 'invalid-request', status: 422, title: 'Unknown currency', errors })
  const found = await findRate(shop, from, to)
  if (found === null) {
    return problem({
      type: 'no-rate',
      status: 503,
      title: `No exchange rate to ${to === RATES_BASE ? from : to}`,
    })
  }
  const { rate, asOf, source } = found
  return Response.json({ from, to, rate, asOf, source })
}

const currencySchema = v.picklist(CURRENCIES.map(({ code }) => code))

readRate.docs = {
  summary: 'An exchange rate',
  query: v.object({ from: currencySchema, to: currencySchema }),
  answers: {
    200: {
      means: 'What one unit of `from` is in `to`, and the day of that figure.',
      schema: v.object({
        from: currencySchema,
        to: currencySchema,
        rate: v.pipe(v.number(), v.gtValue(0)),
        asOf: v.string(),
        source: v.string(),
      }),
    },
    422: refusal('The shop does not know one of the currencies.'),
    503: refusal('There is no rate for this pair now.'),
  },
} satisfies EndpointDocs

export const routes = [sameForAll('GET /api/rates', readRate, reading, { query: ['from', 'to'] })]
