import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { ANNOUNCEMENT } from '#domain/settings/announcement.ts'
import { BRAND, hasMark } from '#domain/settings/brand/brand.ts'
import { brandFiles } from '#domain/settings/brand/brand-files.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { cachedVersion, versionToShow } from '#operations/settings/current-setting.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageHead, Screen } from '#web/page.ts'
import { BrandLook } from '#web/ui/brand-look.ts'
import { pathInLanguage } from '#domain/path-in-language.ts'
import { linksInLanguage } from './links-in-language.ts'
import { ShopName } from '#web/ui/shop-name.ts'
import { PageWords } from '#web/ui/use-words.ts'
import { ownLanguage, wordsIn, startOfPages } from '#words/languages.ts'
import type { FindAssets } from '#web/http/files/assets.ts'
import { alternatesOf } from '#web/http/request-language.ts'
import { brandStyle } from './brand-style.ts'
import { htmlDocument } from './html-document.ts'
import { LANGUAGE_CHOICE_SOURCES, languageChoice } from './language-choice.ts'
import { preparePage, type CachedPage } from '#web/http/cache/cached-page.ts'
import { withExtraSources, withInlineScript, withInlineStyles } from '#web/http/security-headers.ts'

/** What rendering needs besides the page. */
export interface Renderer {
  shop: Shop
  findAssets: FindAssets
  headers: [string, string][]
}

/** What a page shows, and its language. */
type InLanguage = PageAnswer & { language: string }

/** Renders a page and prepares it for the cache. Its styles are inline, so that it is painted as soon as it arrives. */
export async function renderPage(renderer: Renderer, route: Screen, answer: InLanguage): Promise<CachedPage> {
  const { html, headers } = await renderWith(renderer, route, answer, { inline: true })
  return preparePage(
    answer.status,
    html,
    answer.extraSources ? withExtraSources(headers, answer.extraSources) : headers,
  )
}

/** Renders a page that is not kept, with links to its styles: the browser has them from the page before. */
export function renderHtml(
  renderer: Renderer,
  route: Screen,
  answer: InLanguage,
): Promise<{ html: string; headers: [string, string][] }> {
  return renderWith(renderer, route, answer, { inline: false })
}

/** `inline`: the styles of the screen are in the page. `headers` allow those that are. */
async function renderWith(
  { shop, headers, findAssets }: Renderer,
  route: Screen,
  { head, props, status, language: asked, screen = route, styledAs }: InLanguage,
  { inline }: { inline: boolean },
): Promise<{ html: string; headers: [string, string][] }> {
  // A page that says that the shop is down must not wait for the database.
  const read = status < 500 ? versionToShow : cachedVersion
  const [identity, { value: announcement }, version] = await Promise.all([
    read(shop, SHOP_IDENTITY),
    read(shopInLanguage(shop, asked), ANNOUNCEMENT),
    read(shop, BRAND),
  ])
  const shopName = identity.value.name
  const brand = version.value
  // An order may be in a language that the shop does not speak any more.
  const language = shop.languages.has(asked) ? asked : ownLanguage(shop)
  const words = wordsIn(shop, language)
  const start = startOfPages(shop, language)
  const found = findAssets(screen.screen, language, brand.fonts, styledAs)
  const assets = inline ? found : { ...found, inlineStyle: null }
  const styles = brandStyle(shop, brand, assets.fonts)
  const choice = languageChoice(shop, props)
  const html = htmlDocument({
    words,
    shopName,
    brand,
    brandStyle: styles,
    files: brandFiles({ brand: version, shop: identity }),
    languageChoice: choice,
    announcement: { ...announcement, link: pathInLanguage(start, announcement.link) },
    screen: screen.screen,
    head: head.noindex ? head : inLanguage(start, shop.settings.publicUrl, head),
    alternates: head.noindex ? [] : alternatesOf(shop, head.canonical),
    body: linksInLanguage(
      start,
      renderToString(
        createElement(
          ShopName,
          { value: shopName },
          createElement(
            BrandLook,
            { value: { hasMark: hasMark(brand), fonts: brand.fonts } },
            createElement(
              PageWords.Provider,
              { value: words },
              createElement(screen.component as ComponentType<object>, props),
            ),
          ),
        ),
      ),
    ),
    props: { ...props, served: undefined },
    assets,
    publicUrl: shop.settings.publicUrl,
  })
  const own = [assets.inlineStyle, styles].flatMap((style) => (style ? [style.hash] : []))
  const { script, style } = LANGUAGE_CHOICE_SOURCES
  const hashes = choice === '' ? own : [...own, style]
  const allowed = hashes.length > 0 ? withInlineStyles(headers, hashes) : headers
  return { html, headers: choice === '' ? allowed : withInlineScript(allowed, script) }
}

/** The metadata of a page among those of its language. */
function inLanguage(start: string, publicUrl: string, head: PageHead): PageHead {
  if (start === '') return head
  /** Addresses of pages in structured data; what identifies the shop stays. */
  function inOwnPages(data: unknown, name = ''): unknown {
    if (typeof data === 'string' && ADDRESSES.has(name) && data.startsWith(publicUrl))
      return publicUrl + pathInLanguage(start, data.slice(publicUrl.length))
    if (Array.isArray(data)) return data.map((one: unknown) => inOwnPages(one, name))
    if (typeof data !== 'object' || data === null) return data
    return Object.fromEntries(Object.entries(data).map(([key, one]) => [key, inOwnPages(one, key)]))
  }
  return {
    ...head,
    canonical: pathInLanguage(start, head.canonical),
    ...(head.structured && { structured: head.structured.map((one) => inOwnPages(one) as typeof one) }),
  }
}

const ADDRESSES = new Set(['item', 'url', 'urlTemplate'])
