import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, Screen } from '#web/page.ts'
import type { FindAssets } from '#web/http/files/assets.ts'
import { htmlDocument } from './html-document.ts'
import { preparePage, type CachedPage } from '#web/http/cache/page-cache.ts'
import { withExtraSources } from '#web/http/security-headers.ts'

/** What rendering needs besides the page. */
export interface Renderer {
  shop: Shop
  findAssets: FindAssets
  headers: [string, string][]
}

/** Renders a page and prepares it for the cache. */
export async function renderPage(renderer: Renderer, route: Screen, answer: PageAnswer): Promise<CachedPage> {
  const headers = answer.extraSources
    ? withExtraSources(renderer.headers, answer.extraSources)
    : renderer.headers
  return preparePage(answer.status, renderHtml(renderer, route, answer), headers)
}

export function renderHtml(
  { shop, findAssets }: Renderer,
  route: Screen,
  { head, props, screen = route }: PageAnswer,
): string {
  return htmlDocument({
    screen: screen.screen,
    head,
    body: renderToString(createElement(screen.component as ComponentType<object>, props)),
    props,
    assets: findAssets(screen.screen),
    publicUrl: shop.settings.publicUrl,
  })
}
