import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { routePath } from 'hono/route'
import { classifyDatabaseFailure, OutcomeUnknownError } from '#db/engine/database-failure.ts'
import { TableStoreError } from '#providers/catalog/catalog.ts'
import type { ProcessMeter } from '#operations/monitoring/process-meter.ts'
import { watchReadiness } from '#operations/monitoring/watch-readiness.ts'
import type { Shop } from '#operations/shop.ts'
import type { Endpoint, PageRoute, StaffPageRoute } from '#web/route.ts'
import { endpoints, loadStaffArea, pages, STAFF_FOLDERS } from '#web/routes.ts'
import { pathInLanguage } from '#domain/path-in-language.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import { LANGUAGES, startOfPages } from '#words/languages.ts'
import { endpointAnswers } from './endpoint-answers.ts'
import { pageAnswers, type PageAnswersOptions } from './pages/page-answers.ts'
import { isReading, type NodeBindings, type ShopContext } from './pages/shop-context.ts'
import { loadedOnce } from './loaded-once.ts'
import { PLACEMENTS } from './monitoring/on-answer.ts'
import { currentRequest } from './monitoring/current-request.ts'
import { mayReadMetrics, metricsAnswer, type MetricsAccess } from './monitoring/metrics.ts'
import { problem } from './problem.ts'
import { securityHeaders } from './security-headers.ts'

/**
 * Options of the application. Without `strictHeaders`, as in development, pages have no security headers: Vite needs
 * inline scripts.
 */
export interface ShopAppOptions extends PageAnswersOptions {
  /** Open while the process serves: from the end of its start until it begins to stop. */
  health: { open: boolean }
  /** For tests: another one than that of routes.ts. */
  loadStaffArea?: typeof loadStaffArea
  /** Null: this process is not measured, and /metrics is not there. */
  metrics: (MetricsAccess & { meter: ProcessMeter }) | null
}

type ShopApp = Hono<{ Bindings: NodeBindings }>

/**
 * The routes of routes.ts, with the staff area once it is first requested, and the responses for every other address.
 */
export function shopApp(options: ShopAppOptions): ShopApp {
  const { shop, cache, health, metrics, loadStaffArea: load = loadStaffArea } = options
  const answers = { ...pageAnswers(options), callEndpoint: endpointAnswers(options) }
  // Owners turn languages on and off while the shop runs.
  const names = new Set([...shop.languages.keys(), ...LANGUAGES.keys()])
  const starts = Array.from(names, (language) => startOfPages(shop, language))
  const app = appOf(shop, answers, { pages, answerPage: answers.answer, endpoints, starts })
  app.get('/health', (c) => c.json({ status: health.open ? 'open' : 'closed' }, health.open ? 200 : 503))
  const readiness = watchReadiness(shop)
  app.get('/ready', async (c) => {
    if (!health.open) return c.json({ status: 'closed' }, 503)
    const { ready, ...needs } = await readiness()
    const words = Object.entries(needs).map(([need, works]) => [need, works ? 'works' : 'fails'])
    return c.json({ status: ready ? 'ready' : 'not-ready', ...Object.fromEntries(words) }, ready ? 200 : 503)
  })
  app.get('/metrics', (c) =>
    metrics !== null && mayReadMetrics(c.env.incoming, metrics)
      ? metricsAnswer(shop, metrics.meter, cache)
      : c.notFound(),
  )
  const staffApp = loadedOnce(async () =>
    appOf(shop, answers, { ...(await load()), answerPage: answers.answerStaff }),
  )
  for (const folder of STAFF_FOLDERS) {
    app.all(`${folder}/*`, async (c) => (await staffApp()).fetch(c.req.raw, c.env))
  }
  return app
}

interface Answers extends ReturnType<typeof pageAnswers> {
  callEndpoint: ReturnType<typeof endpointAnswers>
}

interface Area<Page extends PageRoute | StaffPageRoute> {
  pages: readonly Page[]
  answerPage: (c: ShopContext, page: Page) => Promise<Response>
  endpoints: readonly Endpoint[]
  /** Where the pages of each language begin. */
  starts?: readonly string[]
}

/** Answers the addresses of one area, and refuses every other one. */
function appOf<Page extends PageRoute | StaffPageRoute>(
  shop: Shop,
  { callEndpoint, answerNotFound, answerProblem }: Answers,
  { pages, answerPage, endpoints, starts = [''] }: Area<Page>,
): ShopApp {
  const app: ShopApp = new Hono()
  app.use(async (c, next) => {
    await next()
    const request = currentRequest()
    // Within the route that leads to the staff area, the staff area has named its own.
    if (request && c.res.status !== 404) request.route ??= routePath(c, -1)
    if (c.env.outgoing.headersSent) return
    for (const [name, value] of securityHeaders(shop.settings.publicUrl)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store')
  })
  const isSpoken = (start: string) => start === '' || shop.languages.has(start.slice(1))
  for (const page of pages) {
    for (const start of starts) {
      const path = pathInLanguage(start, page.path)
      // The links of mails work for as long as those are kept.
      const isMailed = 'personal' in page && page.personal === true
      const answer = (c: ShopContext) => {
        if (isSpoken(start)) return answerPage(c, page)
        return isMailed && isReading(c) ? c.redirect(withoutStart(c, start), 302) : c.notFound()
      }
      app.get(path, answer)
      if ('takesForm' in page) app.post(path, answer)
    }
  }
  for (const endpoint of endpoints) {
    const { method, path } = endpoint
    app.on(method, path, (c) => callEndpoint(c, endpoint))
    for (const start of starts) {
      const own = endpoint.kept?.inLanguages ? start + path : pathInLanguage(start, path)
      if (own === path || !(takesForm(endpoint) || endpoint.kept?.inLanguages)) continue
      // Mail programs unsubscribe here with one click.
      const isMailed = endpoint.access === 'public' && endpoint.from === 'anyone' && !endpoint.kept
      app.on(method, own, (c) => (isMailed || isSpoken(start) ? callEndpoint(c, endpoint) : c.notFound()))
    }
  }

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
    if (allowed.length > 0 || (!isReading(c) && pages.some((route) => route.path === c.req.path))) {
      const refusal = problem({
        type: 'method-not-allowed',
        status: 405,
        title: 'This address does not accept this method.',
      })
      refusal.headers.set('allow', allowed.length > 0 ? allowed.join(', ') : 'GET, HEAD')
      return refusal
    }
    if (!isReading(c) || isForPrograms(c.req.path)) {
      return problem({ type: 'not-found', status: 404, title: 'There is nothing at this address.' })
    }
    return answerNotFound(c)
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
    return answerProblem(c, (request) => problemPage(shop, request, unavailable ? 'unavailable' : 'failed'))
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

/** Whether a form may be posted to an endpoint: orders and the events of suppliers come from programs only. */
function takesForm(endpoint: Endpoint): boolean {
  const isSigned = endpoint.access === 'public' && endpoint.from === 'signed'
  return endpoint.method === 'POST' && endpoint.path !== PLACEMENTS && !isSigned
}

/** The address of a request in the shop's own language. */
function withoutStart(c: ShopContext, start: string): string {
  const { pathname, search } = new URL(c.req.url)
  return pathname.slice(start.length) + search
}

/** A loop, because a regular expression would take quadratic time on a path of many slashes and block the server. */
function withoutEndSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** Whether the request failed only because the client disconnected in the middle of it. */
function hasHungUp(c: ShopContext, error: Error): boolean {
  const { incoming } = c.env
  return incoming.destroyed && !incoming.complete && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
}

/** The folders of addresses that answer programs: none has a page below it. */
const PROGRAM_FOLDERS = new Set(['assets', ...endpoints.map(({ path }) => folderOf(path))])
for (const { path } of pages) PROGRAM_FOLDERS.delete(folderOf(path))

function isForPrograms(path: string): boolean {
  return PROGRAM_FOLDERS.has(folderOf(path))
}

/** `/api/search` is in `api`; `/shop` is in none. */
function folderOf(path: string): string {
  return path.slice(1, Math.max(1, path.indexOf('/', 1)))
}
