import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { AboutPageProps } from './about-page.tsx'

export async function loadAboutPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: {
      title: 'Our Story – Redemption',
      description: 'Redemption Wears Red. Streetwear from Saskatoon, founded 2023.',
      canonical: '/about',
    },
    props: { frame: frameProps(shop, request) } satisfies AboutPageProps,
  }
}
