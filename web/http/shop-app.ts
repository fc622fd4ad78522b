import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context } from 'hono'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/database-failure.ts'
import type { Shop } from '#operations/shop.ts'
import { TableStoreError } from '#providers/catalog/catalog.ts'
import type { Endpoint, PageRoute, StaffPageRoute } from '#web/route.ts'
import { endpoints, pages, staffPages } from '#web/routes.ts'
import {
  crossSite,
  findStaff,
  signedOut,
  staffOnly,
  withRenewedCookie,
  type StaffVisit,
} from '#web/admin/staff-only.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import type { FindAssets } from './assets.ts'
import { clientAddress, isFromThisMachine, limitedBy } from './client-address.ts'
import { answerPage, PageCache } from './page-cache.ts'
import { pageAddress, pageKey } from './page-address.ts'
import { problem } from './problem.ts'
import { RateLimiter } from './rate-limit.ts'
import { renderHtml, renderPage } from './render-page.ts'
import { isFromOwnPage, isSameOriginWrite } from './same-origin.ts'
import { pageHeaders, personalPageHeaders, securityHeaders, staffPageHeaders } from './security-headers.ts'
import { VisitorCurrencies } from './visitor-currency.ts'

/**
 * What the application stands on. Without `strictHeaders`, as in development, pages carry none of our headers: Vite
 * needs inline scripts.
 */
export interface ShopAppOptions {
  shop: Shop
  findAssets: FindAssets
  cache: PageCache
  currencies: VisitorCurrencies
  trustedProxies: number
  strictHeaders: boolean
  /** Open once the shop can sell, until it begins to stop. */
  health: { open: boolean }
}

interface NodeBindings {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

type ShopContext = Context<{ Bindings: NodeBindings }>

/** Every address of routes.ts, and the answers for what has none. */
export function shopApp(options: ShopAppOptions): Hono<{ Bindings: NodeBindings }> {
  const { shop, cache, currencies, trustedProxies, findAssets, strictHeaders, health } = options
  const app = new Hono<{ Bindings: NodeBindings }>()
  const limiter = new RateLimiter()
  const headers = strictHeaders ? pageHeaders(shop.settings.publicUrl) : []
  const staffHeaders = strictHeaders ? staffPageHeaders(shop.settings.publicUrl) : []
  const personalHeaders = strictHeaders ? personalPageHeaders(shop.settings.publicUrl) : []
  const renderer = { shop, findAssets, headers }
  const personalRenderer = { shop, findAssets, headers: personalHeaders }
  const addressOf = (c: ShopContext) => clientAddress(c.env.incoming, trustedProxies)

  /** Pages are answered on the bare node response, exactly as from the cache. */
  async function answer(c: ShopContext, route: PageRoute): Promise<Response> {
    const { currency, setCookies } = currencies.of(c.env.incoming, addressOf(c))
    const { path, query, canonical } = pageAddress(c.req.url, route)
    const request = { path, query, currency, params: c.req.param() }
    // No page of ours is written with escapes: one that is would be a second copy.
    const isKept = !route.personal && !path.includes('%')
    const page = isKept
      ? await cache.findOrRender(pageKey(currency, canonical), () => renderPage(renderer, route, request))
      : await renderPage(route.personal ? personalRenderer : renderer, route, request)
    answerPage(c.env.incoming, c.env.outgoing, page, setCookies)
    return RESPONSE_ALREADY_SENT
  }

  /** A page that is not in the table, such as an error: rendered each time. */
  async function answerProblem(
    c: ShopContext,
    load: (request: PageRequest) => PageAnswer,
  ): Promise<Response> {
    const { currency, setCookies } = currencies.of(c.env.incoming, addressOf(c))
    const request = { path: c.req.path, query: new URLSearchParams(), currency, params: {} }
    const { screen, ...answered } = load(request)
    if (!screen) throw new Error('A page outside the table names its screen')
    const route = { ...screen, path: '', access: 'public' as const, query: [], load: async () => answered }
    answerPage(c.env.incoming, c.env.outgoing, await renderPage(renderer, route, request), setCookies)
    return RESPONSE_ALREADY_SENT
  }

  /** A page of the staff area, rendered for whoever asks and for them alone. */
  async function answerStaff(c: ShopContext, route: StaffPageRoute): Promise<Response> {
    const { path, query } = pageAddress(c.req.url, route)
    const render = async (staff: StaffVisit | null) => {
      const page = await route.load(shop, { path, query, params: c.req.param(), staff })
      if ('redirect' in page) return redirect(page.redirect)
      return new Response(renderHtml(renderer, route, page), {
        status: page.status,
        headers: [['content-type', 'text/html; charset=utf-8'], ...staffHeaders],
      })
    }
    if (route.access === 'staff') {
      return staffOnly(shop, c.req.raw, () => redirect('/admin'), render)
    }
    const staff = await findStaff(shop, c.req.raw.headers)
    const page = await render(staff)
    return staff ? withRenewedCookie(shop, staff, page) : page
  }

  async function call(c: ShopContext, endpoint: Endpoint): Promise<Response> {
    const address = addressOf(c)
    const { headers: sent } = c.req.raw
    if (endpoint.access === 'public') {
      if (endpoint.from === 'own-pages' && !isSameOriginWrite(sent)) return crossSite()
      if (endpoint.from === 'own-pages-only' && !isFromOwnPage(sent)) return crossSite()
    }
    if (endpoint.limit && !isFromThisMachine(c.env.incoming)) {
      const wait = limiter.take(`${endpoint.path} ${limitedBy(address)}`, endpoint.limit, Date.now())
      if (wait !== null) {
        const refusal = problem({
          type: 'too-many-requests',
          status: 429,
          title: 'Too many tries. Wait a moment.',
        })
        refusal.headers.set('retry-after', String(wait))
        return refusal
      }
    }
    const context = { shop, address, currency: currencies.of(c.env.incoming, address).currency }
    if (endpoint.access === 'public') return endpoint.handle(c.req.raw, context)
    return staffOnly(shop, c.req.raw, signedOut, (staff) =>
      endpoint.handle(c.req.raw, { ...context, staff, incoming: c.env.incoming }),
    )
  }

  app.use(async (c, next) => {
    await next()
    if (c.env.outgoing.headersSent) return
    for (const [name, value] of securityHeaders(shop.settings.publicUrl)) c.res.headers.set(name, value)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  app.get('/health', (c) => c.json({ status: health.open ? 'open' : 'closed' }, health.open ? 200 : 503))
  for (const route of pages) app.get(route.path, (c) => answer(c, route))
  for (const route of staffPages) app.get(route.path, (c) => answerStaff(c, route))
  for (const endpoint of endpoints) app.on(endpoint.method, endpoint.path, (c) => call(c, endpoint))

  app.notFound((c) => {
    const { pathname, search } = new URL(c.req.url)
    const withoutSlash = withoutEndSlashes(pathname)
    // Still encoded, and one slash at its start: a decoded path could name another host.
    if (withoutSlash !== pathname && /^\/[^/\\]/.test(withoutSlash) && isReading(c)) {
      return c.redirect(withoutSlash + search, 308)
    }
    const allowed = endpoints
      .filter((endpoint) => endpoint.path === c.req.path)
      .map((endpoint) => endpoint.method)
    if (
      allowed.length > 0 ||
      (!isReading(c) && [...pages, ...staffPages].some((route) => route.path === c.req.path))
    ) {
      const refusal = problem({
        type: 'method-not-allowed',
        status: 405,
        title: 'This address is not used that way.',
      })
      refusal.headers.set('allow', allowed.length > 0 ? allowed.join(', ') : 'GET, HEAD')
      return refusal
    }
    if (!isReading(c) || isForPrograms(c.req.path)) {
      return problem({ type: 'not-found', status: 404, title: 'There is nothing at this address.' })
    }
    return answerProblem(c, (request) => problemPage(shop, request, 'not-found'))
  })

  app.onError((error, c) => {
    const isTableStore = error instanceof TableStoreError
    const unavailable = isTableStore || classifyDatabaseFailure(error) !== null
    shop.log.error('A request failed', error, { method: c.req.method, path: c.req.path })
    if (c.env.outgoing.headersSent) return RESPONSE_ALREADY_SENT
    // What the store says is for staff; others learn only that the shop cannot answer.
    if (isTableStore && c.req.path.startsWith('/api/staff/')) {
      return problem({ type: 'table-store', status: 502, title: error.message })
    }
    if (!isReading(c) || isForPrograms(c.req.path)) {
      return unavailable
        ? unavailableProblem(error)
        : problem({ type: 'failed', status: 500, title: 'Something went wrong on our side.' })
    }
    return answerProblem(c, (request) => problemPage(shop, request, unavailable ? 'unavailable' : 'failed'))
  })
  return app
}

/**
 * Says no more than is known: of several steps the first may have been taken, and a lost connection does not tell
 * whether the last one was.
 */
function unavailableProblem(error: Error): Response {
  const answer =
    error instanceof OutcomeUnknownError
      ? problem({
          type: 'outcome-unknown',
          status: 503,
          title: 'The shop cannot tell whether this was done. Look before you try again.',
        })
      : problem({
          type: 'unavailable',
          status: 503,
          title: 'The shop cannot do this right now. Try again in a moment.',
        })
  answer.headers.set('retry-after', '2')
  return answer
}

function redirect(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store' } })
}

/** A loop, since a pattern looks at each of many slashes anew: a path of them would hold everybody up. */
function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function isReading(c: ShopContext): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}

function isForPrograms(path: string): boolean {
  return /^\/(api|webhooks|test-gateway|pictures|assets)\//.test(path)
}
