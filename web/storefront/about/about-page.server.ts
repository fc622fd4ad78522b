import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import AboutPage, { type AboutPageProps } from './about-page.tsx'
import { page } from '#web/route.ts'

export const routes = [page('/about', 'storefront/about/about-page', AboutPage, loadAboutPage)]

export async function loadAboutPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const frameWords = request.words.frame
  const words = request.words['pages/about']
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
