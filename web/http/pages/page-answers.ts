import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { knownSetting } from '#operations/settings/current-setting.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { Shop } from '#operations/shop.ts'
import { notPermittedPage } from '#web/admin/not-permitted/not-permitted-page.server.ts'
import { findStaff, staffOnly, withRenewedCookie, type StaffVisit } from '#web/http/staff-only.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import type { PageRoute, StaffPageRoute } from '#web/route.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import type { FindAssets } from '#web/http/files/assets.ts'
import { clientAddress, isFromThisMachine, limitedBy } from '#web/http/limits/client-address.ts'
import { ConcurrencyLimit, TooBusy } from '#web/http/limits/concurrency-limit.ts'
import { pageAddress, pageKey, withoutEscapes, sharedPageKey } from './page-address.ts'
import type { CachedPage, PageCache } from '#web/http/cache/page-cache.ts'
import { BUSY, plainPage, tooManyPages, type PlainPage } from './plain-page.ts'
import { RateLimiter } from '#web/http/limits/rate-limit.ts'
import { renderHtml, renderPage, type Renderer } from './render-page.ts'
import {
  pageHeaders,
  personalPageHeaders,
  staffPageHeaders,
  withCamera,
  withPictureOrigins,
} from '#web/http/security-headers.ts'
import type { VisitorCurrencies } from '#web/http/visitors/visitor-currency.ts'

export interface NodeBindings {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

export type ShopContext = Context<{ Bindings: NodeBindings }>

/** Options of the page responses. Without `strictHeaders` they have no security headers. */
export interface PageAnswersOptions {
  shop: Shop
  findAssets: FindAssets
  cache: PageCache
  currencies: VisitorCurrencies
  trustedProxies: number
  strictHeaders: boolean
}

/** Uncached pages for one network: an office viewing its orders, or a program crawling the shop. */
const RENDERING = { burst: 200, perMinute: 600 }
/** A page blocks the only thread for some milliseconds; a queue of a hundred is as long as visitors will wait. */
const AT_ONCE = { most: 4, mostWaiting: 100 }

/** Answers pages from the cache or renders them, with a limit on parallel renders and on renders for one network. */
export function pageAnswers(options: PageAnswersOptions) {
  const { shop, cache, currencies, trustedProxies, findAssets, strictHeaders } = options
  const { publicUrl } = shop.settings
  const rendererWith = (headers: (publicUrl: string) => [string, string][]) => ({
    shop,
    findAssets,
    headers: strictHeaders ? withPictureOrigins(headers(publicUrl), shop.images.origins) : [],
  })
  const renderer = rendererWith(pageHeaders)
  const personalRenderer = rendererWith(personalPageHeaders)
  const staffRenderer = rendererWith(staffPageHeaders)
  const limiter = new RateLimiter()
  const forVisitors = new ConcurrencyLimit(AT_ONCE)
  const forStaff = new ConcurrencyLimit(AT_ONCE)
  const addressOf = (c: ShopContext) => clientAddress(c.env.incoming, trustedProxies)

  /** Pages are written to the bare node response, exactly as from the cache. */
  function send(c: ShopContext, page: CachedPage): Response {
    const { setCookies } = currencies.of(c.env.incoming, addressOf(c))
    cache.answer(c.env.incoming, c.env.outgoing, page, setCookies)
    return RESPONSE_ALREADY_SENT
  }

  function sendPlain(page: PlainPage): Response {
    const { styles } = findAssets('storefront/problem/problem-page')
    const shopName = knownSetting(shop, SHOP_IDENTITY).name
    return plainPage(page, { headers: staffRenderer.headers, styles, shopName })
  }

  async function unlessBusy(answer: () => Promise<Response>): Promise<Response> {
    try {
      return await answer()
    } catch (error) {
      if (error instanceof TooBusy) return sendPlain(BUSY)
      throw error
    }
  }

  /** The refusal for a network that has used up its share of rendered pages; null otherwise. */
  function refuseToRender(c: ShopContext): Response | null {
    if (isFromThisMachine(c.env.incoming)) return null
    const wait = limiter.take(limitedBy(addressOf(c)), RENDERING, Date.now())
    return wait === null ? null : sendPlain(tooManyPages(wait))
  }

  /**
   * Our page addresses contain no escapes. An escaped one is redirected to its plain form, but only if that is a plain
   * path: it must never lead to another host.
   */
  function answerEscaped(c: ShopContext): Promise<Response> | null {
    const { pathname, search } = new URL(c.req.url)
    if (!pathname.includes('%')) return null
    const plain = withoutEscapes(pathname)
    return plain === null ? answerNotFound(c) : Promise.resolve(c.redirect(plain + search, 308))
  }

  async function answer(c: ShopContext, route: PageRoute): Promise<Response> {
    const escaped = answerEscaped(c)
    if (escaped) return escaped
    const { currency } = currencies.of(c.env.incoming, addressOf(c))
    const { path, query, canonical } = pageAddress(
      c.req.url,
      route,
      (said) => route.tidy?.(said, shop) ?? said,
    )
    const request = { path, query, currency, params: c.req.param() }
    const key = pageKey(currency, canonical)
    const refusal = !route.personal && cache.expects(key) ? null : refuseToRender(c)
    if (refusal) return refusal
    return unlessBusy(async () => {
      if (!route.personal)
        return send(c, await cache.findOrRender(key, () => render(renderer, route, request)))
      return send(c, await render(personalRenderer, route, request))
    })
  }

  function render(using: Renderer, route: PageRoute, request: PageRequest): Promise<CachedPage> {
    return forVisitors.run(async () => {
      const page = await route.load(shop, request)
      if (page.sameFor === undefined) return renderPage(using, route, page)
      const key = sharedPageKey(request.currency, page.sameFor, using === personalRenderer)
      return cache.findOrRender(key, () => renderPage(using, route, page), page.status)
    })
  }

  /** The 404 page: one for each currency, rendered once. */
  function answerNotFound(c: ShopContext): Promise<Response> {
    return answerProblem(c, (request) => problemPage(shop, request, 'not-found'))
  }

  /** A page outside the route table, such as an error page. */
  async function answerProblem(
    c: ShopContext,
    load: (request: PageRequest) => PageAnswer,
  ): Promise<Response> {
    const { currency } = currencies.of(c.env.incoming, addressOf(c))
    const answered = load({ path: c.req.path, query: new URLSearchParams(), currency, params: {} })
    const { screen } = answered
    if (!screen) throw new Error('A page outside the route table must name its screen')
    const prepare = () => forVisitors.run(() => renderPage(renderer, screen, answered))
    const { sameFor, status } = answered
    const page = () =>
      sameFor === undefined
        ? prepare()
        : cache.findOrRender(sharedPageKey(currency, sameFor), prepare, status)
    return unlessBusy(async () => send(c, await page()))
  }

  /** A staff page, rendered for the current request only. */
  async function answerStaff(c: ShopContext, route: StaffPageRoute): Promise<Response> {
    const escaped = answerEscaped(c)
    if (escaped) return escaped
    const refusal = refuseToRender(c)
    if (refusal) return refusal
    const { currency } = currencies.of(c.env.incoming, addressOf(c))
    const { path, query } = pageAddress(c.req.url, route)
    const renderStaff = async (staff: StaffVisit | null, load: StaffPageRoute['load'] = route.load) => {
      const request = { path, query, currency, params: c.req.param(), staff }
      // A link in a reset mail may be checked by a service outside, which must not hold up shoppers' pages.
      const loaded = staff ? null : await load(shop, request)
      return (staff ? forStaff : forVisitors).run(async () => {
        const page = loaded ?? (await load(shop, request))
        if ('redirect' in page) return redirect(page.redirect)
        return new Response(await renderHtml(staffRenderer, route, page), {
          status: page.status,
          headers: [
            ['content-type', 'text/html; charset=utf-8'],
            ...(page.usesCamera ? withCamera(staffRenderer.headers) : staffRenderer.headers),
          ],
        })
      })
    }
    return unlessBusy(async () => {
      if (route.access === 'staff') {
        return staffOnly(shop, c.req.raw, route.permission, {
          signedOut: () => redirect('/admin'),
          notPermitted: (staff) => renderStaff(staff, notPermittedPage),
          setUpFirst: () => redirect('/admin/set-up'),
          enter: (staff) => renderStaff(staff),
        })
      }
      const staff = await findStaff(shop, c.req.raw.headers)
      const page = await renderStaff(staff)
      return staff ? withRenewedCookie(shop, staff, page) : page
    })
  }

  return { answer, answerStaff, answerNotFound, answerProblem }
}

function redirect(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store' } })
}
