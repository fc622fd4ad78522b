import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, Screen } from '#web/page.ts'
import type { FindAssets } from './assets.ts'
import { htmlDocument } from './html-document.ts'
import { preparePage, type CachedPage } from './page-cache.ts'
import { withExtraCsp } from './security-headers.ts'

/** What rendering needs besides the page itself. */
export interface Renderer {
  shop: Shop
  findAssets: FindAssets
  headers: [string, string][]
}

/** Renders the component of a page, and makes the answer ready to be kept. */
export async function renderPage(renderer: Renderer, route: Screen, answer: PageAnswer): Promise<CachedPage> {
  const headers = answer.extraCsp ? withExtraCsp(renderer.headers) : renderer.headers
  return preparePage(answer.status, renderHtml(renderer, route, answer), headers)
}

/** The whole page as HTML. */
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
