import * as v from 'valibot'
import { parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import { codeSchema } from '#domain/promotions/promotion-schema.ts'
import { MAX_CODES } from '#domain/promotions/typed-code.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { anyone } from '#web/route.ts'

const KEPT_SECONDS = 30 * 24 * 60 * 60
const COOKIE = /(?:^|; )codes=([^;]*)/

/**
 * GET /discount/CODE?redirect=/shop: adds the code to the cart of this browser, whether there is such a code or not,
 * and leads to a page of the shop.
 */
async function openDiscountLink(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const code = v.safeParse(codeSchema, decoded(pathname.split('/').at(-1) ?? ''))
  const headers = new Headers({
    location: ownPath(searchParams.get('redirect')),
    'cache-control': 'no-store',
  })
  // A gift card belongs in no address: it would be in logs.
  if (code.success && parseGiftCode(code.output) === null) {
    const before = decoded(COOKIE.exec(request.headers.get('cookie') ?? '')?.[1] ?? '').split(' ')
    const codes = [...before.filter((one) => one !== '' && one !== code.output), code.output]
    const text = encodeURIComponent(codes.slice(-MAX_CODES).join(' '))
    headers.set('set-cookie', `codes=${text}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax`)
  }
  return new Response(null, { status: 303, headers })
}

/** A path of the shop, never another address: `//elsewhere.example` is one too. */
function ownPath(wanted: string | null): string {
  const base = 'http://shop.invalid'
  const at = wanted?.startsWith('/') ? URL.parse(wanted, base) : null
  return at?.origin === base ? `${at.pathname}${at.search}${at.hash}` : '/shop'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
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
