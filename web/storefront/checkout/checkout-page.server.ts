import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { pageTariff } from '#domain/checkout/page-tariff.ts'
import { servedCountries } from '#domain/checkout/shipping/find-zone.ts'
import { currentTariff } from '#operations/checkout/current-tariff.ts'
import { readSalesAreFinal } from '#operations/settings/shop-policies.ts'
import { readWallets } from '#operations/settings/shop-wallets.ts'
import type { Shop } from '#operations/shop.ts'
import type { PageAnswer, PageRequest } from '#web/page.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import CheckoutPage, { type CheckoutPageProps } from './checkout-page.tsx'
import { page } from '#web/route.ts'

export const routes = [page('/checkout', 'storefront/checkout/checkout-page', CheckoutPage, loadCheckoutPage)]

export async function loadCheckoutPage(shop: Shop, request: PageRequest): Promise<PageAnswer> {
  const words = request.words['checkout/checkout']
  const frameWords = request.words.frame
  const tariff = await currentTariff(shop)
  const rate = await findExchangeRate(shop, request.currency)
  const { props: offered } = await readWallets(shop, 'checkout')
  return {
    status: 200,
    extraSources: shop.gateway.cardEntrySources,
    head: {
      title: frameWords.pageTitle(words.pageTitle),
      description: words.description,
      canonical: '/checkout',
      noindex: true,
    },
    props: {
      frame: await frameProps(shop, request),
      rate: { rate: rate?.rate ?? null, asOf: rate?.asOf ?? null },
      tariff: pageTariff(tariff),
      countries: tariff.zones ? servedCountries(tariff.zones) : null,
      cardEntry: shop.gateway.cardEntry,
      leastCharge: shop.gateway.leastCharge,
      ...offered,
      ...(!(await readSalesAreFinal(shop)) && { notFinal: true }),
    } satisfies CheckoutPageProps,
  }
}
