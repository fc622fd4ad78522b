import { shopDelivery } from '#domain/checkout/shipping/shop-days.ts'
import { hasFirstName } from '#domain/settings/shop-identity.ts'
import { currentShipping } from '#operations/settings/current-shipping.ts'
import { readContact } from '#operations/settings/shop-contact.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import { readOwnPolicy } from '#operations/settings/shop-policies.ts'
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
  const frameWords = request.words.frame
  const words = request.words['pages/delivery-returns']
  const [{ email }, own, { tariff }, name] = await Promise.all([
    readContact(shop),
    readOwnPolicy(shop, 'delivery'),
    currentShipping(shop),
    readShopName(shop),
  ])
  const delivery = shopDelivery(tariff, request.words.countries.names)
  return {
    status: 200,
    head: {
      title: frameWords.pageTitle(words.pageTitle),
      description: hasFirstName(name) ? words.description : words.descriptionOfAny,
      canonical: '/delivery-returns',
    },
    props: {
      frame: await frameProps(shop, request),
      email,
      ...(own ? { own } : delivery && { delivery }),
    } satisfies DeliveryReturnsPageProps,
  }
}
