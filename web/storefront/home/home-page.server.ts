import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { homeData } from '#web/search-engines/structured-data.server.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import HomePage, { type HomePageProps } from './home-page.tsx'
import { page } from '#web/route.ts'

export const routes = [page('/', 'storefront/home/home-page', HomePage, loadHomePage)]

export async function loadHomePage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: {
      title: 'Redemption – Where Style Meets Street',
      description: 'Redemption Wears Red. Streetwear from Saskatoon: tees, hoodies, pants and accessories.',
      canonical: '/',
      feed: true,
      structured: homeData(shop),
    },
    props: { frame: await frameProps(shop, request) } satisfies HomePageProps,
  }
}
