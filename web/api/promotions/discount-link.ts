import * as v from 'valibot'
import { parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import { ownPath } from '#domain/redirects/redirect.ts'
import { codeSchema } from '#domain/promotions/promotion-schema.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { cookieWithCode, decoded } from '#web/http/visitors/codes-cookie.ts'
import { anyone } from '#web/route.ts'

/**
 * GET /discount/CODE?redirect=/shop: adds the code to the cart of this browser, whether there is such a code or not,
 * and leads to a page of the shop.
 */
async function openDiscountLink(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const code = v.safeParse(codeSchema, decoded(pathname.split('/').at(-1) ?? ''))
  const headers = new Headers({
    location: ownPath(searchParams.get('redirect') ?? '') ?? '/shop',
    'cache-control': 'no-store',
  })
  // A gift card belongs in no address: it would be in logs.
  if (code.success && parseGiftCode(code.output) === null) {
    headers.set('set-cookie', cookieWithCode(request.headers, code.output))
  }
  return new Response(null, { status: 303, headers })
}

openDiscountLink.docs = {
  summary: 'Add a code to the cart by a link',
  detail: 'Whether there is such a code, the cart says.',
  params: v.object({ code: v.string() }),
  query: v.object({ redirect: v.optional(v.string()) }),
  answers: {
    303: {
      means: 'The code is in the cart of this browser.',
      headers: { location: 'A path of the shop: `redirect`, else `/shop`.' },
    },
  },
} satisfies EndpointDocs

export const routes = [anyone('GET /discount/:code', openDiscountLink)]
