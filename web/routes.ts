import { describeEndpoints } from './api/openapi/openapi.ts'
import { loadStaffApi } from './staff-api.ts'
import { reading } from './http/limits/rate-limits.ts'
import { sameForAll, type Endpoint, type PageRoute, type StaffPageRoute } from './route.ts'

/**
 * The table of contents: every screen and endpoint of the shop. Each file declares its addresses and their access in
 * `routes`. The staff area is at the end, its API in staff-api.ts.
 */
const storefront = Promise.all([
  import('./storefront/home/home-page.server.ts'),
  import('./storefront/shop/shop-page.server.ts'),
  import('./storefront/shop/collection.server.ts'),
  import('./storefront/product/product-page.server.ts'),
  import('./storefront/cart/cart-page.server.ts'),
  import('./storefront/checkout/checkout-page.server.ts'),
  import('./storefront/thank-you/thank-you-page.server.ts'),
  import('./storefront/own-order/own-order-page.server.ts'),
  import('./storefront/return/return-page.server.ts'),
  import('./storefront/payment-link/payment-link-page.server.ts'),
  import('./storefront/partner/partner-page.server.ts'),
  import('./storefront/gift-card/gift-card-page.server.ts'),
  import('./storefront/store-credit/store-credit-page.server.ts'),
  import('./storefront/account/account-page.server.ts'),
  import('./storefront/saved/saved-page.server.ts'),
  import('./storefront/drop/drop-page.server.ts'),
  import('./storefront/reminder/reminder-page.server.ts'),
  import('./storefront/fit/fit-page.server.ts'),
  import('./storefront/drop/room-page.server.ts'),
  import('./storefront/drop/early-page.server.ts'),
  import('./storefront/drop/draw-page.server.ts'),
  import('./storefront/drop/draw-entry-page.server.ts'),
  import('./storefront/contact/contact-page.server.ts'),
  import('./storefront/withdrawal/withdrawal-page.server.ts'),
  import('./storefront/pages/text-page.server.ts'),
  import('./storefront/privacy-policy/privacy-policy-page.server.ts'),
  import('./storefront/delivery-returns/delivery-returns-page.server.ts'),
  import('./storefront/newsletter/newsletter-page.server.ts'),
])

const api = Promise.all([
  import('./api/catalog/picture.ts'),
  import('./api/settings/film.ts'),
  import('./api/settings/brand-file.ts'),
  import('./api/catalog/sitemap.ts'),
  import('./api/catalog/product-feed.ts'),
  import('./api/catalog/text-documents.ts'),
  import('./api/catalog/search.ts'),
  import('./api/catalog/products.ts'),
  import('./api/catalog/rates.ts'),
  import('./api/catalog/location.ts'),
  import('./api/catalog/currency.ts'),
  import('./api/catalog/time.ts'),
  import('./api/inbox/contact.ts'),
  import('./api/inbox/withdrawal.ts'),
  import('./api/newsletter/newsletter-subscribe.ts'),
  import('./api/newsletter/newsletter-links.ts'),
  import('./api/checkout/cart-price.ts'),
  import('./api/promotions/discount-link.ts'),
  import('./api/drops/calendar.ts'),
  import('./api/reminders/reminders.ts'),
  import('./api/fit/fit-mails.ts'),
  import('./api/drops/card-check.ts'),
  import('./api/drops/room.ts'),
  import('./api/drops/early-access.ts'),
  import('./api/drops/draw-entry.ts'),
  import('./api/checkout/create-payment-intent.ts'),
  import('./api/checkout/checkout-settle.ts'),
  import('./api/payment-links/pay-link.ts'),
  import('./api/checkout/payments-webhook.ts'),
  import('./api/checkout/wallet-domain.ts'),
  import('./api/checkout/store-credit-link.ts'),
  import('./api/returns/own-return-files.ts'),
  import('./api/accounts/sign-in.ts'),
  import('./api/accounts/own-place.ts'),
  import('./api/accounts/own-data.ts'),
  import('./api/orders/own-documents.ts'),
  import('./api/checkout/gateways/test-gateway.ts'),
])

export const pages: readonly PageRoute[] = (await storefront).flatMap(({ routes }) => routes)

export const endpoints: readonly Endpoint[] = [
  ...(await api).flatMap(({ routes }): readonly Endpoint[] => routes),
  sameForAll('GET /api/openapi.json', describeEndpoints(everyEndpoint), reading),
]

/** Every address of the staff area is one of these or below it. */
export const STAFF_FOLDERS = ['/admin', '/api/staff']

export interface StaffArea {
  pages: readonly StaffPageRoute[]
  endpoints: readonly Endpoint[]
}

/** The staff area: 7 MB, which a shop needs only once it is first requested. */
export async function loadStaffArea(): Promise<StaffArea> {
  const [screens, api] = await Promise.all([
    Promise.all([
      import('./storefront/product/product-preview.server.ts'),
      import('./admin/stock-count/stock-count-page.server.ts'),
      import('./admin/deliveries/deliveries-page.server.ts'),
      import('./admin/deliveries/delivery-page.server.ts'),
      import('./admin/stock-history/stock-history-page.server.ts'),
      import('./admin/login/login-page.server.ts'),
      import('./admin/new-password/new-password-page.server.ts'),
      import('./admin/products/products-page.server.ts'),
      import('./admin/dashboard/dashboard-page.server.ts'),
      import('./admin/reports/reports-page.server.ts'),
      import('./admin/orders/orders-page.server.ts'),
      import('./admin/batch/batches-page.server.ts'),
      import('./admin/batch/batch-page.server.ts'), // before the page of an order, whose address it would match
      import('./admin/batch/batch-print-page.server.ts'),
      import('./admin/new-order/new-order-page.server.ts'), // before the page of an order as well
      import('./admin/order/order-page.server.ts'),
      import('./admin/packing-slip/packing-slip-page.server.ts'),
      import('./admin/packing/packing-page.server.ts'),
      import('./admin/returns/returns-page.server.ts'),
      import('./admin/fit/fit-words-page.server.ts'),
      import('./admin/returns/return-page.server.ts'),
      import('./admin/messages/messages-page.server.ts'),
      import('./admin/erasure/erasure-page.server.ts'),
      import('./admin/messages/message-page.server.ts'),
      import('./admin/subscribers/subscribers-page.server.ts'),
      import('./admin/newsletters/newsletters-page.server.ts'),
      import('./admin/newsletters/newsletter-page.server.ts'),
      import('./admin/promotions/promotions-page.server.ts'),
      import('./admin/promotions/promotion-page.server.ts'),
      import('./admin/promotions/partners-page.server.ts'),
      import('./storefront/drop/drop-preview.server.ts'),
      import('./admin/drops/drops-page.server.ts'),
      import('./admin/drops/drop-page.server.ts'),
      import('./admin/drops/room-page.server.ts'),
      import('./admin/drops/report-page.server.ts'),
      import('./admin/drops/rehearsal-page.server.ts'),
      import('./storefront/shop/collection-preview.server.ts'),
      import('./admin/collections/collections-page.server.ts'),
      import('./admin/collections/collection-page.server.ts'),
      import('./storefront/pages/text-preview.server.ts'),
      import('./admin/pages/pages-page.server.ts'),
      import('./admin/pages/page-page.server.ts'),
      import('./admin/drops/draw-page.server.ts'),
      import('./admin/gift-cards/gift-cards-page.server.ts'),
      import('./admin/gift-cards/gift-card-page.server.ts'),
      import('./admin/size-charts/size-charts-page.server.ts'),
      import('./admin/size-charts/size-chart-page.server.ts'),
      import('./admin/translations/translations-page.server.ts'),
      import('./admin/translations/texts-page.server.ts'),
      import('./admin/search-words/search-words-page.server.ts'),
      import('./admin/redirects/redirects-page.server.ts'),
      import('./admin/feeds/feeds-page.server.ts'),
      import('./admin/blocks/blocks-page.server.ts'),
      import('./admin/import/import-page.server.ts'),
      import('./admin/books/books-page.server.ts'),
      import('./admin/books/payouts-page.server.ts'),
      import('./admin/connections/connections-page.server.ts'),
      import('./admin/webhooks/webhooks-page.server.ts'),
      import('./admin/backups/backups-page.server.ts'),
      import('./admin/monitoring/monitoring-page.server.ts'),
      import('./admin/bounces/bounces-page.server.ts'),
      import('./admin/people/people-page.server.ts'),
      import('./admin/keys/keys-page.server.ts'),
      import('./admin/activity/activity-page.server.ts'),
      import('./admin/invitation/invitation-page.server.ts'),
      import('./admin/confirm-address/confirm-address-page.server.ts'),
      import('./admin/account/account-page.server.ts'),
      import('./admin/set-up/set-up-page.server.ts'),
      import('./admin/start/start-page.server.ts'),
      import('./admin/settings/settings-page.server.ts'),
      import('./admin/taxes/tax-page.server.ts'), // before the page of any setting, whose address it would match
      import('./admin/shipping/shipping-page.server.ts'),
      import('./admin/second-factor-setting/second-factor-page.server.ts'),
      import('./admin/settings/setting-page.server.ts'), // after the settings with their own screens
    ]),
    loadStaffApi(),
  ])
  return {
    pages: screens.flatMap(({ routes }) => routes),
    endpoints: api.flatMap(({ routes }): readonly Endpoint[] => routes),
  }
}

/** The table, for the endpoint that describes it. */
async function everyEndpoint(): Promise<readonly Endpoint[]> {
  return [...endpoints, ...(await loadStaffArea()).endpoints]
}
