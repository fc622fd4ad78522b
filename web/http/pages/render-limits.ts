import { BRAND } from '#domain/settings/brand/brand.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { cachedSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import type { FindAssets } from '#web/http/files/assets.ts'
import { clientAddress, isFromThisMachine, limitedBy } from '#web/http/limits/client-address.ts'
import { ConcurrencyLimit, TooBusy } from '#web/http/limits/concurrency-limit.ts'
import { RateLimiter } from '#web/http/limits/rate-limit.ts'
import type { ShopContext } from './shop-context.ts'
import { wordsIn } from '#words/languages.ts'
import { languageOfPage } from '#web/http/request-language.ts'
import { brandStyle } from './brand-style.ts'
import { BUSY, plainPage, type PlainPage } from './plain-page.ts'
import type { Renderer } from './render-page.ts'

/** Uncached pages for one network: an office viewing its orders, or a program crawling the shop. */
const RENDERING = { burst: 200, perMinute: 600 }
/** A page blocks the only thread for some milliseconds; a queue of a hundred is as long as visitors will wait. */
const CONCURRENCY = { maxConcurrent: 4, maxWaiting: 100 }

/**
 * Limits how many pages are rendered at the same time, in all and for one network. Refusals are pages without
 * rendering.
 */
export function renderLimits(
  { shop, findAssets, trustedProxies }: { shop: Shop; findAssets: FindAssets; trustedProxies: number },
  { headers }: Pick<Renderer, 'headers'>,
) {
  const limiter = new RateLimiter()

  function sendPlain(page: PlainPage, language: string): Response {
    const brand = cachedSetting(shop, BRAND)
    const { styles, fonts } = findAssets('storefront/problem/problem-page', language, brand.fonts)
    const shopName = cachedSetting(shop, SHOP_IDENTITY).name
    const own = brandStyle(shop, brand, fonts)
    return plainPage(page, { headers, styles, brandStyle: own, shopName, words: wordsIn(shop, language) })
  }

  return {
    forVisitors: new ConcurrencyLimit(CONCURRENCY),
    forStaff: new ConcurrencyLimit(CONCURRENCY),

    async unlessBusy(c: ShopContext, answer: () => Promise<Response>): Promise<Response> {
      try {
        return await answer()
      } catch (error) {
        if (error instanceof TooBusy) return sendPlain(BUSY, languageOfPage(shop, c.req.path))
        throw error
      }
    },

    /** The refusal for a network that has used up its share of rendered pages; null otherwise. */
    refuseToRender({ req, env: { incoming } }: ShopContext): Response | null {
      if (isFromThisMachine(incoming)) return null
      const network = limitedBy(clientAddress(incoming, trustedProxies))
      const wait = limiter.take(network, RENDERING, Date.now())
      return wait === null ? null : sendPlain({ status: 429, again: wait }, languageOfPage(shop, req.path))
    },
  }
}

/** The limits of all pages of a process. */
export type RenderLimits = ReturnType<typeof renderLimits>
