import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { pageTariff } from '#domain/checkout/page-tariff.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { readSalesAreFinal } from '#operations/settings/shop-policies.ts'
import { readWallets } from '#operations/settings/shop-wallets.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import CartPage, { type CartPageProps } from './cart-page.tsx'
import { page } from '#web/route.ts'

export const routes = [page('/cart', 'storefront/cart/cart-page', CartPage, loadCartPage)]

export async function loadCartPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words.cart
  const frameWords = request.words.frame
  const rate = await findExchangeRate(shop, request.currency)
  const { extraSources = null, props: offered } = await readWallets(shop, 'cart')
  return {
    status: 200,
    extraSources,
    head: {
      title: frameWords.pageTitle(words.pageTitle),
      description: words.description,
      canonical: '/cart',
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      rate: { rate: rate?.rate ?? null, asOf: rate?.asOf ?? null },
      tariff: pageTariff(await currentTariff(shop)),
      leastCharge: shop.gateway.leastCharge,
      ...offered,
      ...(!(await readSalesAreFinal(shop)) && { notFinal: true }),
    } satisfies CartPageProps,
  }
}
