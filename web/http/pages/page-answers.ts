import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { pathInLanguage } from '#domain/path-in-language.ts'
import { oldPath } from '#domain/redirects/redirect.ts'
import { countMissingPage } from '#operations/redirects/missing-pages.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import { findRedirect } from '#operations/redirects/redirects.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import type { PageRoute, StaffPageRoute } from '#web/route.ts'
import { problemPage } from '#web/storefront/problem/problem-page.server.ts'
import type { FindAssets } from '#web/http/files/assets.ts'
import { clientAddress } from '#web/http/limits/client-address.ts'
import { wordsIn, startOfPages } from '#words/languages.ts'
import { languageOfPage } from '#web/http/request-language.ts'
import { pageAddress, pageKey, withoutEscapes, sharedPageKey } from './page-address.ts'
import type { CachedPage } from '#web/http/cache/cached-page.ts'
import type { PageCache } from '#web/http/cache/page-cache.ts'
import { renderLimits } from './render-limits.ts'
import { renderPage, type Renderer } from './render-page.ts'
import { isReading, type ShopContext } from './shop-context.ts'
import {
  pageHeaders,
  personalPageHeaders,
  staffPageHeaders,
  withPictureOrigins,
} from '#web/http/security-headers.ts'
import { readText } from '#web/http/read-json.ts'
import { isSameOriginWrite } from '#web/http/same-origin.ts'
import { crossSite, findStaff } from '#web/http/staff-only.ts'
import type { VisitorCurrencies } from '#web/http/visitors/visitor-currency.ts'

const MAX_FORM_BYTES = 4 * 1024

/** Options of the page responses. Without `strictHeaders` they have no security headers. */
export interface PageAnswersOptions {
  shop: Shop
  findAssets: FindAssets
  cache: PageCache
  currencies: VisitorCurrencies
  trustedProxies: number
  strictHeaders: boolean
}

/** Answers pages from the cache or renders them, with a limit on parallel renders and on renders for one network. */
export function pageAnswers(options: PageAnswersOptions) {
  const { shop, cache, currencies, trustedProxies } = options
  const { renderer, personalRenderer, staffRenderer } = renderersFor(options)
  const limits = renderLimits(options, staffRenderer)
  const { forVisitors, unlessBusy, refuseToRender } = limits
  const ofVisitor = ({ env: { incoming } }: ShopContext) =>
    currencies.of(incoming, clientAddress(incoming, trustedProxies))
  const currencyOf = (c: ShopContext) => ofVisitor(c).currency

  /** Pages are written to the bare node response, exactly as from the cache. */
  function send(c: ShopContext, page: CachedPage): Response {
    const { setCookies } = ofVisitor(c)
    cache.answer(c.env.incoming, c.env.outgoing, page, setCookies)
    return RESPONSE_ALREADY_SENT
  }

  async function answer(c: ShopContext, route: PageRoute): Promise<Response> {
    const escaped = redirectEscaped(c, () => answerNotFound(c))
    if (escaped) return escaped
    const currency = currencyOf(c)
    const { path, query, canonical } = pageAddress(
      c.req.url,
      route,
      (query) => route.tidy?.(query, shop) ?? query,
    )
    const language = languageOfPage(shop, path)
    const request = {
      path: path.slice(startOfPages(shop, language).length) || '/',
      query,
      currency,
      language,
      words: wordsIn(shop, language),
      params: c.req.param(),
    }
    const posted = isReading(c) ? undefined : await readForm(c)
    if (posted instanceof Response) return posted
    const key = pageKey(currency, canonical)
    const refusal = !route.personal && cache.expects(key) ? null : refuseToRender(c)
    if (refusal) return refusal
    return unlessBusy(c, async () => {
      if (!route.personal) {
        const page = await cache.findOrRender(key, () => render(renderer, route, request))
        return (page.status === 404 ? await findMoved(c) : null) ?? send(c, page)
      }
      const { headers } = c.req.raw
      const address = clientAddress(c.env.incoming, trustedProxies)
      const personal = { ...request, headers, address, ...(posted && { posted }) }
      return send(c, await render(personalRenderer, route, personal))
    })
  }

  async function readForm(c: ShopContext): Promise<NonNullable<PageRequest['posted']> | Response> {
    if (!isSameOriginWrite(c.req.raw.headers)) return crossSite()
    const body = await readText(c.req.raw, MAX_FORM_BYTES)
    if ('refusal' in body) return body.refusal
    return { form: new URLSearchParams(body.text) }
  }

  function render(using: Renderer, route: PageRoute, request: PageRequest): Promise<CachedPage> {
    return forVisitors.run(async () => {
      const { language } = request
      // A personal page may write what it is sent: it takes the texts of its language where it shows them.
      const shown = route.personal ? shop : shopInLanguage(shop, language)
      const page = { language, ...(await route.load(shown, request)) }
      if (page.sameFor === undefined) return renderPage(using, route, page)
      const key = sharedPageKey(
        { ...request, language: page.language },
        page.sameFor,
        using === personalRenderer,
      )
      return cache.findOrRender(key, () => renderPage(using, route, page), page.status)
    })
  }

  /**
   * The 404 page: one for each currency, rendered once. Staff who are signed in get another one below /admin; no one
   * else learns which addresses exist.
   */
  async function answerNotFound(c: ShopContext): Promise<Response> {
    if (c.req.path.startsWith('/admin/') && (await findStaff(shop, c.req.raw.headers)) !== null) {
      const { STAFF_NOT_FOUND } = await import('#web/admin/not-found/not-found-page.server.ts')
      return refuseToRender(c) ?? renderStaff(c, STAFF_NOT_FOUND)
    }
    return (await findMoved(c)) ?? answerProblem(c, (request) => problemPage(shop, request, 'not-found'))
  }

  /** Leads from an address without a page to where it has moved; null, and counted, when nobody knows where. */
  async function findMoved(c: ShopContext): Promise<Response | null> {
    const { pathname } = new URL(c.req.url)
    const path = oldPath(pathname)
    if (path === null) return null
    // A database that is down makes no missing page an error.
    const find = (path: string) => findRedirect(shop, path).catch(() => null)
    const target = await find(path)
    if (target !== null) return moved(target)
    const start = startOfPages(shop, languageOfPage(shop, pathname))
    const inOwn = start === '' ? path : oldPath(pathname.slice(start.length))
    const own = inOwn === null || inOwn === path ? null : await find(inOwn)
    if (own !== null) return moved(pathInLanguage(start, own))
    countMissingPage(shop, inOwn ?? path)
    return null
  }

  /** A page outside the route table, such as an error page. */
  async function answerProblem(
    c: ShopContext,
    load: (request: PageRequest) => PageAnswer,
  ): Promise<Response> {
    const currency = currencyOf(c)
    const language = languageOfPage(shop, c.req.path)
    const request = { path: c.req.path, query: new URLSearchParams(), params: {}, currency, language }
    const answered = { language, ...load({ ...request, words: wordsIn(shop, language) }) }
    const { screen } = answered
    if (!screen) throw new Error('A page outside the route table must name its screen')
    const prepare = () => forVisitors.run(() => renderPage(renderer, screen, answered))
    const { sameFor, status } = answered
    const page = () =>
      sameFor === undefined ? prepare() : cache.findOrRender(sharedPageKey(request, sameFor), prepare, status)
    return unlessBusy(c, async () => send(c, await page()))
  }

  async function answerStaff(c: ShopContext, route: StaffPageRoute): Promise<Response> {
    const refusal = redirectEscaped(c, () => answerNotFound(c)) ?? refuseToRender(c)
    return refusal ?? renderStaff(c, route)
  }

  async function renderStaff(c: ShopContext, route: StaffPageRoute): Promise<Response> {
    const { staffPageAnswer } = await import('./staff-page-answer.ts')
    return staffPageAnswer(c, route, { shop, renderer: staffRenderer, limits, currency: currencyOf(c) })
  }

  return { answer, answerStaff, answerNotFound, answerProblem }
}

/** The renderers of public, personal and staff pages, which differ in their security headers. */
function renderersFor({ shop, findAssets, strictHeaders }: PageAnswersOptions) {
  const { publicUrl } = shop.settings
  const rendererWith = (headers: (publicUrl: string) => [string, string][]) => ({
    shop,
    findAssets,
    headers: strictHeaders ? withPictureOrigins(headers(publicUrl), shop.images.origins) : [],
  })
  return {
    renderer: rendererWith(pageHeaders),
    personalRenderer: rendererWith(personalPageHeaders),
    staffRenderer: rendererWith(staffPageHeaders),
  }
}

/** Kept for an hour only: staff may change a redirect. */
function moved(location: string): Response {
  return new Response(null, { status: 301, headers: { location, 'cache-control': 'public, max-age=3600' } })
}

/**
 * Our page addresses contain no escapes. An escaped one is redirected to its plain form, but only if that is a plain
 * path: it must never lead to another host.
 */
function redirectEscaped(c: ShopContext, answerNotFound: () => Promise<Response>): Promise<Response> | null {
  const { pathname, search } = new URL(c.req.url)
  if (!pathname.includes('%')) return null
  const plain = withoutEscapes(pathname)
  return plain === null ? answerNotFound() : Promise.resolve(c.redirect(plain + search, 308))
}
