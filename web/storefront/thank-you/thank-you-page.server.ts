import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { ThankYouPageProps } from './thank-you-page.tsx'

export async function loadThankYouPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: {
      title: 'Thank you – Redemption',
      description: 'Your order is in.',
      canonical: '/thank-you',
      noindex: true,
    },
    props: { frame: frameProps(shop, request) } satisfies ThankYouPageProps,
  }
}
