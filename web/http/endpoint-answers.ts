import { startOfPages } from '#words/languages.ts'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { CurrencyCode } from '#domain/currency.ts'
import type { Shop } from '#operations/shop.ts'
import { pathInLanguage } from '#domain/path-in-language.ts'
import type { Endpoint, SharedEndpoint } from '#web/route.ts'
import { prepareKept } from './cache/prepare-kept.ts'
import { clientAddress, isFromThisMachine, limitedBy, networkOf } from './limits/client-address.ts'
import { RateLimiter } from './limits/rate-limit.ts'
import { withKey } from './limits/rate-limits.ts'
import { NegativeCache } from './limits/negative-cache.ts'
import { pageAddress, pageKey } from './pages/page-address.ts'
import type { PageAnswersOptions } from './pages/page-answers.ts'
import { isReading, type ShopContext } from './pages/shop-context.ts'
import { problem } from './problem.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import { languageOfOrigin, languageOfPage } from '#web/http/request-language.ts'
import { securityHeaders } from './security-headers.ts'
import { isFromOtherSite, isFromOwnPage, isSameOriginWrite } from './same-origin.ts'
import {
  crossSite,
  notPermitted,
  secondFactorNeeded,
  signedOut,
  staffAuthor,
  staffOnly,
  wrongKey,
} from './staff-only.ts'
import { readDeviceCookie } from './visitors/device-cookie.ts'

function tooManyAttempts(wait: number): Response {
  const title = `Too many attempts. Wait ${wait === 1 ? 'a second' : `${wait} seconds`}, then try again.`
  const refusal = problem({ type: 'too-many-requests', status: 429, title })
  refusal.headers.set('retry-after', String(wait))
  return refusal
}

/** A form leads back to a page in the language of the one that it was on. */
function inLanguageOfPage(shop: Shop, request: Request, answer: Response): Response {
  const location = answer.status === 303 ? answer.headers.get('location') : null
  const language = location === null ? null : languageOfOrigin(shop, request)
  if (location === null || language === null) return answer
  answer.headers.set('location', pathInLanguage(startOfPages(shop, language), location))
  return answer
}

/** Answers requests to endpoints: where they may come from, how often, and what their caller may do. */
export function endpointAnswers({ shop, cache, currencies, trustedProxies }: PageAnswersOptions) {
  const limiter = new RateLimiter()
  const pictureMisses = new NegativeCache()
  const always = securityHeaders(shop.settings.publicUrl)
  const addressOf = (c: ShopContext) => clientAddress(c.env.incoming, trustedProxies)

  /**
   * Who a request counts for. Browsers that staff have signed in from count for a member, not for their network: a
   * bucket of its own for each device would let a member have any number.
   */
  async function callerOf(c: ShopContext, { path, limit }: Endpoint): Promise<string> {
    const device = path.startsWith('/api/staff/') ? readDeviceCookie(c.req.raw.headers, shop) : null
    // While the accounts cannot be read, the endpoint itself says so.
    const member = device && (await shop.identity.findDeviceMember(device).catch(() => null))
    return member ?? (limit?.byNetwork ? networkOf : limitedBy)(addressOf(c))
  }

  async function call(c: ShopContext, endpoint: Endpoint): Promise<Response> {
    const address = addressOf(c)
    const { headers: sent } = c.req.raw
    if (endpoint.access === 'public') {
      if (endpoint.from === 'own-pages' && !isSameOriginWrite(sent)) return crossSite()
      if (endpoint.from === 'own-pages-only' && !isFromOwnPage(sent)) return crossSite()
    } else if (isFromOtherSite(sent)) {
      return crossSite() // reading too: an export is recorded, and a link must not make one
    }
    if (endpoint.limit && !isFromThisMachine(c.env.incoming)) {
      const caller = await callerOf(c, endpoint)
      const wait = limiter.take(`${endpoint.path} ${caller}`, endpoint.limit, Date.now())
      if (wait !== null) return tooManyAttempts(wait)
    }
    const context = {
      shop,
      address,
      // Most endpoints show no price, and a rush for orders must not look up 5,000 countries.
      get currency() {
        return currencies.of(c.env.incoming, address).currency
      },
      pictureMisses,
      incoming: c.env.incoming,
    }
    if (endpoint.access === 'public') {
      if (endpoint.kept) return answerShared(c, endpoint, context.currency)
      const answer = await endpoint.handle(c.req.raw, context)
      if (answer instanceof Response) return inLanguageOfPage(shop, c.req.raw, answer)
      answer.send(c.env.outgoing, always)
      return RESPONSE_ALREADY_SENT
    }
    return staffOnly(shop, c.req.raw, endpoint.permission, {
      signedOut,
      notPermitted,
      wrongKey,
      setUpFirst: secondFactorNeeded,
      async enter(staff) {
        const wait = staff.apiKey && limiter.take(`key ${staff.apiKey.id}`, withKey, Date.now())
        if (wait !== null) return tooManyAttempts(wait)
        return endpoint.handle(c.req.raw, {
          ...context,
          shop: isReading(c) ? shop : { ...shop, author: staffAuthor(sent, staff, address) },
          staff,
        })
      },
    })
  }

  /** From the page cache, or computed once for all simultaneous requests. */
  async function answerShared(
    c: ShopContext,
    { kept, handle }: SharedEndpoint,
    currency: CurrencyCode,
  ): Promise<Response> {
    const { canonical } = pageAddress(c.req.url, kept, kept.tidy)
    const answer = await cache.findOrRender(pageKey(currency, canonical), async () => {
      const request = new Request(new URL(canonical, shop.settings.publicUrl))
      const shown = shopInLanguage(shop, languageOfPage(shop, canonical))
      return prepareKept(await handle(request, { shop: shown, currency }), shop.settings.publicUrl)
    })
    cache.answer(c.env.incoming, c.env.outgoing, answer, null)
    return RESPONSE_ALREADY_SENT
  }

  return call
}
