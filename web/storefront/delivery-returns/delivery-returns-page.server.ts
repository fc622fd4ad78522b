import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import DeliveryReturnsPage, { type DeliveryReturnsPageProps } from './delivery-returns-page.tsx'
import { page } from '#web/route.ts'

export const routes = [
  page(
    '/delivery-returns',
    'storefront/delivery-returns/delivery-returns-page',
    DeliveryReturnsPage,
    loadDeliveryReturnsPage,
  ),
]

export async function loadDeliveryReturnsPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  return {
    status: 200,
    head: {
      title: 'Delivery & Returns – Redemption',
      description:
        'How long delivery takes, locally in Saskatoon and abroad, and what to do when an order arrives damaged or incorrect.',
      canonical: '/delivery-returns',
    },
    props: {
      frame: await frameProps(shop, request),
      email: shop.settings.contact.email,
    } satisfies DeliveryReturnsPageProps,
  }
}
