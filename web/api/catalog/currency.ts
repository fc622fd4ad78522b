import * as v from 'valibot'
import { CURRENCIES, parseCurrencyCode } from '#domain/currency.ts'
import { currencyCookies, isReachedByHttps } from '#web/http/visitors/visitor-currency.ts'
import { readText } from '#web/http/read-json.ts'
import { problem } from '#web/http/problem.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { ownPages } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'
import { seeOther } from '#web/http/see-other.ts'

const MAX_BYTES = 4 * 1024

/** POST /currency: the selector's form. Remembers the choice and redirects to the page it was made on. */
export async function changeCurrency(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const form = new URLSearchParams(body.text)
  const currency = parseCurrencyCode(form.get('currency'))
  if (currency === null) {
    return problem({
      type: 'invalid-request',
      status: 422,
      title: 'Unknown currency',
      errors: [{ path: '/currency', message: 'Choose one of the currencies in the list.' }],
    })
  }
  const forwardedProto = request.headers.get('x-forwarded-proto') ?? undefined
  const isSecure = isReachedByHttps(shop.settings.publicUrl, forwardedProto)
  return seeOther(ownPath(form.get('return')), currencyCookies(currency, isSecure))
}

changeCurrency.docs = {
  summary: 'Choose the display currency',
  body: {
    type: 'application/x-www-form-urlencoded',
    detail: 'The form of the currency selector. `return`: the path to go back to.',
    schema: v.object({
      currency: v.picklist(CURRENCIES.map(({ code }) => code)),
      return: v.optional(v.string()),
    }),
  },
  answers: {
    303: {
      means: 'Back to the page. The choice is in the cookies.',
      headers: { location: 'A path of this shop.', 'set-cookie': 'The choice.' },
    },
    422: refusal('The shop does not know the currency.'),
  },
} satisfies EndpointDocs

/** Only a path of this shop: never an address elsewhere, however it is spelled. */
function ownPath(value: unknown): string {
  const here = 'http://shop.invalid'
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, here)) return '/'
  const { origin, pathname, search } = new URL(value, here)
  return origin === here && !pathname.startsWith('//') ? pathname + search : '/'
}

export const routes = [ownPages('POST /currency', changeCurrency, reading)]
