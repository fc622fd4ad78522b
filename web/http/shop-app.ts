import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import type { CurrencyCode } from '#domain/currency.ts'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/engine/database-failure.ts'
import { TableStoreError } from '#providers/catalog/catalog.ts'
import type { ProcessMeter } from '#operations/monitoring/process-meter.ts'
import type { Endpoint, SharedEndpoint } from '#web/route.ts'
import { endpoints, pages, staffPages } from '#web/routes.ts'
import {
  crossSite,
  notPermitted,
  secondFactorNeeded,
  signedOut,
  staffAuthor,
  staffOnly,
} from './staff-only.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { clientAddress, isFromThisMachine, limitedBy, networkOf } from './limits/client-address.ts'
import { readDeviceCookie } from './visitors/device-cookie.ts'
import {
  pageAnswers,
  type NodeBindings,
  type PageAnswersOptions,
  type ShopContext,
} from './pages/page-answers.ts'
import { pageAddress, pageKey } from './pages/page-address.ts'
import { currentRequest } from './monitoring/current-request.ts'
import { prepareKept } from './cache/prepare-kept.ts'
import { mayReadMetrics, metricsAnswer, type MetricsAccess } from './monitoring/metrics.ts'
import { problem } from './problem.ts'
import { RateLimiter } from './limits/rate-limit.ts'
import { RememberedMisses } from './limits/remembered-misses.ts'
import { isFromOwnPage, isSameOriginWrite } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Options of the application. Without `strictHeaders`, as in development, pages have no security headers: Vite needs
 * inline scripts.
 */
export interface ShopAppOptions extends PageAnswersOptions {
  /** Open while the shop can sell: from the end of its start until it begins to stop. */
  health: { open: boolean }
  /** Null: this process is not measured, and /metrics is not there. */
  metrics: (MetricsAccess & { meter: ProcessMeter }) | null
}

/** The routes of routes.ts, and the responses for every other address. */
export function shopApp(options: ShopAppOptions): Hono<{ Bindings: NodeBindings }> {
  const { shop, cache, currencies, trustedProxies, health, metrics } = options
  const app = new Hono<{ Bindings: NodeBindings }>()
  const limiter = new RateLimiter()
  const pictureMisses = new RememberedMisses()
  const pagesOf = pageAnswers(options)
  const addressOf = (c: ShopContext) => clientAddress(c.env.incoming, trustedProxies)

  /** A browser that staff have signed in from is counted separately from its network. */
  function staffDevice({ path }: Endpoint, sent: Headers): string | null {
    return path.startsWith('/api/staff/') ? readDeviceCookie(sent, shop) : null
  }

  async function call(c: ShopContext, endpoint: Endpoint): Promise<Response> {
    const address = addressOf(c)
    const { headers: sent } = c.req.raw
    if (endpoint.access === 'public') {
      if (endpoint.from === 'own-pages' && !isSameOriginWrite(sent)) return crossSite()
      if (endpoint.from === 'own-pages-only' && !isFromOwnPage(sent)) return crossSite()
    }
    if (endpoint.limit && !isFromThisMachine(c.env.incoming)) {
      const household = endpoint.limit.byNetwork ? networkOf(address) : limitedBy(address)
      const caller = staffDevice(endpoint, sent) ?? household
      const wait = limiter.take(`${endpoint.path} ${caller}`, endpoint.limit, Date.now())
      if (wait !== null) {
        const refusal = problem({
          type: 'too-many-requests',
          status: 429,
          title: 'Too many attempts. Wait a moment.',
        })
        refusal.headers.set('retry-after', String(wait))
        return refusal
      }
    }
    const context = {
      shop,
      address,
      // Most endpoints show no price, and a rush for orders must not look up 5,000 countries.
      get currency() {
        return currencies.of(c.env.incoming, address).currency
      },
      pictureMisses,
    }
    if (endpoint.access === 'public') {
      return endpoint.kept ? answerShared(c, endpoint, context.currency) : endpoint.handle(c.req.raw, context)
    }
    return staffOnly(shop, c.req.raw, endpoint.permission, {
      signedOut,
      notPermitted,
      setUpFirst: secondFactorNeeded,
      enter: (staff) =>
        endpoint.handle(c.req.raw, {
          ...context,
          shop: isReading(c) ? shop : { ...shop, author: staffAuthor(sent, staff, address) },
          staff,
          incoming: c.env.incoming,
        }),
    })
  }

  /** From the page cache, or worked out for everybody who asks at the same time. */
  async function answerShared(
    c: ShopContext,
    { kept, handle }: SharedEndpoint,
    currency: CurrencyCode,
  ): Promise<Response> {
    const { canonical } = pageAddress(c.req.url, kept, kept.tidy)
    const answer = await cache.findOrRender(pageKey(currency, canonical), async () => {
      const request = new Request(new URL(canonical, shop.settings.publicUrl))
      return prepareKept(await handle(request, { shop, currency }), shop.settings.publicUrl)
    })
    cache.answer(c.env.incoming, c.env.outgoing, answer, null)
    return RESPONSE_ALREADY_SENT
  }

  app.use(async (c, next) => {
    await next()
    const request = currentRequest()
    if (request && c.res.status !== 404) request.route = routePath(c, -1)
    if (c.env.outgoing.headersSent) return
    for (const [name, value] of securityHeaders(shop.settings.publicUrl)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  app.get('/health', (c) => c.json({ status: health.open ? 'open' : 'closed' }, health.open ? 200 : 503))
  app.get('/metrics', (c) =>
    metrics !== null && mayReadMetrics(c.env.incoming, metrics)
      ? metricsAnswer(shop, metrics.meter, cache)
      : c.notFound(),
  )
  for (const route of pages) app.get(route.path, (c) => pagesOf.answer(c, route))
  for (const route of staffPages) app.get(route.path, (c) => pagesOf.answerStaff(c, route))
  for (const endpoint of endpoints) app.on(endpoint.method, endpoint.path, (c) => call(c, endpoint))

  app.notFound((c) => {
    const { pathname, search } = new URL(c.req.url)
    const withoutSlash = withoutEndSlashes(pathname)
    // Still encoded, with a single slash at its start: a decoded path could name another host.
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
    return pagesOf.answerNotFound(c)
  })

  app.onError((error, c) => {
    if (hasHungUp(c, error)) return RESPONSE_ALREADY_SENT
    const isTableStore = error instanceof TableStoreError
    const unavailable = isTableStore || classifyDatabaseFailure(error) !== null
    shop.log.error('A request failed', error, { method: c.req.method, path: c.req.path })
    if (c.env.outgoing.headersSent) return RESPONSE_ALREADY_SENT
    // The store's error text is for staff; other clients only learn that the shop is unavailable.
    if (isTableStore && c.req.path.startsWith('/api/staff/')) {
      return problem({ type: 'table-store', status: 502, title: error.message })
    }
    if (!isReading(c) || isForPrograms(c.req.path)) {
      return unavailable
        ? unavailableProblem(error)
        : problem({ type: 'failed', status: 500, title: 'Something went wrong on our side.' })
    }
    return pagesOf.answerProblem(c, (request) =>
      problemPage(shop, request, unavailable ? 'unavailable' : 'failed'),
    )
  })
  return app
}

/**
 * Claims no more than is known: the first of several steps may have succeeded, and after a lost connection the outcome
 * of the last step is unknown.
 */
function unavailableProblem(error: Error): Response {
  const answer =
    error instanceof OutcomeUnknownError
      ? problem({
          type: 'outcome-unknown',
          status: 503,
          title: 'The shop can’t tell whether this was done. Check before you try again.',
        })
      : problem({
          type: 'unavailable',
          status: 503,
          title: 'The shop cannot do this right now. Try again in a moment.',
        })
  answer.headers.set('retry-after', '2')
  return answer
}

/** A loop, because a regular expression would take quadratic time on a path of many slashes and block the server. */
function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function isReading(c: ShopContext): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}

/** Whether the request failed only because the client disconnected in the middle of it. */
function hasHungUp(c: ShopContext, error: Error): boolean {
  const { incoming } = c.env
  return incoming.destroyed && !incoming.complete && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
}

/** The folders of addresses that answer programs: none has a page below it. */
const PROGRAM_FOLDERS = new Set(['assets', ...endpoints.map(({ path }) => folderOf(path))])
for (const { path } of [...pages, ...staffPages]) PROGRAM_FOLDERS.delete(folderOf(path))

function isForPrograms(path: string): boolean {
  return PROGRAM_FOLDERS.has(folderOf(path))
}

/** `/api/search` is in `api`; `/shop` is in none. */
function folderOf(path: string): string {
  return path.slice(1, Math.max(1, path.indexOf('/', 1)))
}
