import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import type { Shop } from '#operations/shop.ts'
import type { PageRequest } from '#web/page.ts'
import type { PageRoute } from '#web/routes.ts'
import type { FindAssets } from './assets.ts'
import { htmlDocument } from './html-document.ts'
import { preparePage, type CachedPage } from './page-cache.ts'

/** What rendering needs besides the page itself. */
export interface Renderer {
  shop: Shop
  findAssets: FindAssets
  headers: [string, string][]
}

/** Asks the page's loader, renders its component, and makes the answer ready to be kept. */
export async function renderPage(
  { shop, findAssets, headers }: Renderer,
  route: PageRoute,
  request: PageRequest,
): Promise<CachedPage> {
  const { status, head, props, screen = route } = await route.load(shop, request)
  const body = renderToString(createElement(screen.component as ComponentType<object>, props))
  const html = htmlDocument({
    screen: screen.screen,
    head,
    body,
    props,
    assets: findAssets(screen.screen),
    publicUrl: shop.settings.publicUrl,
  })
  return preparePage(status, html, headers)
}
