import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import AboutPage, { type AboutPageProps } from './about-page.tsx'
import { page } from '#web/route.ts'
import * as frameWords from '#words/en/frame.ts'
import * as words from '#words/en/pages/about.ts'

export const routes = [page('/about', 'storefront/about/about-page', AboutPage, loadAboutPage)]

export async function loadAboutPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: {
      title: frameWords.pageTitle(words.pageTitle),
      description: words.description,
      canonical: '/about',
    },
    props: { frame: await frameProps(shop, request) } satisfies AboutPageProps,
  }
}
