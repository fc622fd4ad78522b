import type { CurrencyCode } from '#domain/currency.ts'
import type { Shop } from '#operations/shop.ts'
import { notPermittedPage } from '#web/admin/not-permitted/not-permitted-page.server.ts'
import { withCamera, withOwnFrames } from '#web/http/security-headers.ts'
import { findStaff, staffOnly, withRenewedCookie, type StaffVisit } from '#web/http/staff-only.ts'
import type { StaffPageRoute } from '#web/route.ts'
import { english } from '#words/en/english.ts'
import type { ShopContext } from './shop-context.ts'
import { pageAddress } from './page-address.ts'
import type { RenderLimits } from './render-limits.ts'
import { renderHtml, type Renderer } from './render-page.ts'

/** Answers with a staff page, rendered for the current request only. */
export async function staffPageAnswer(
  c: ShopContext,
  route: StaffPageRoute,
  {
    shop,
    renderer,
    limits,
    currency,
  }: { shop: Shop; renderer: Renderer; limits: RenderLimits; currency: CurrencyCode },
): Promise<Response> {
  const { path, query } = pageAddress(c.req.url, route)
  const renderStaff = async (staff: StaffVisit | null, load: StaffPageRoute['load'] = route.load) => {
    const params = c.req.param()
    const { headers } = c.req.raw
    const request = { path, query, currency, params, language: 'en', words: english, staff, headers }
    // A link in a reset mail may be checked by a service outside, which must not hold up shoppers' pages.
    const loaded = staff ? null : await load(shop, request)
    return (staff ? limits.forStaff : limits.forVisitors).run(async () => {
      const page = loaded ?? (await load(shop, request))
      if ('redirect' in page) return redirect(page.redirect)
      const { html, headers: all } = await renderHtml(renderer, route, { language: 'en', ...page })
      const own = page.hasFrames ? withOwnFrames(all) : all
      return new Response(html, {
        status: page.status,
        headers: [['content-type', 'text/html; charset=utf-8'], ...(page.usesCamera ? withCamera(own) : own)],
      })
    })
  }
  return limits.unlessBusy(c, async () => {
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

function redirect(path: string): Response {
  return new Response(null, { status: 303, headers: { location: path, 'cache-control': 'no-store' } })
}
