import { findExchangeRate } from '#operations/catalogue/find-exchange-rate.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import CheckoutPage, { type CheckoutPageProps } from './checkout-page.tsx'
import { page } from '#web/route.ts'

export const routes = [page('/checkout', 'storefront/checkout/checkout-page', CheckoutPage, loadCheckoutPage)]

export async function loadCheckoutPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const rate = await findExchangeRate(shop, request.currency)
  return {
    status: 200,
    extraSources: shop.gateway.cardEntrySources,
    head: {
      title: 'Checkout – Redemption',
      description: 'Delivery and payment.',
      canonical: '/checkout',
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      rate: { rate: rate?.rate ?? null, asOf: rate?.asOf ?? null },
      cardEntry: shop.gateway.cardEntry,
    } satisfies CheckoutPageProps,
  }
}
