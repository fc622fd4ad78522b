import type { ComponentType } from 'react'
import type { Shop } from '#operations/shop.ts'
import { findLocation } from './api/location.ts'
import { findRate } from './api/rates.ts'
import { searchSuggestions } from './api/search.ts'
import { changeCurrency } from './api/currency.ts'
import { priceCartEndpoint } from './api/cart-price.ts'
import { createPaymentIntent } from './api/create-payment-intent.ts'
import { settleCheckout } from './api/checkout-settle.ts'
import { paymentsWebhook } from './api/payments-webhook.ts'
import { confirmTestPayment, authenticateTestPayment } from './api/test-gateway.ts'
import { picture } from './api/picture.ts'
import type { ApiContext } from './api/api-context.ts'
import type { RateLimit } from './http/rate-limit.ts'
import type { PageAnswer, PageRequest, Screen } from './page.ts'
import CartPage from './storefront/cart/cart-page.tsx'
import { loadCartPage } from './storefront/cart/cart-page.server.ts'
import CheckoutPage from './storefront/checkout/checkout-page.tsx'
import { loadCheckoutPage } from './storefront/checkout/checkout-page.server.ts'
import HomePage from './storefront/home/home-page.tsx'
import { loadHomePage } from './storefront/home/home-page.server.ts'
import ProductPage from './storefront/product/product-page.tsx'
import { loadProductPage } from './storefront/product/product-page.server.ts'
import ShopPage from './storefront/shop/shop-page.tsx'
import { loadShopPage } from './storefront/shop/shop-page.server.ts'
import ThankYouPage from './storefront/thank-you/thank-you-page.tsx'
import { loadThankYouPage } from './storefront/thank-you/thank-you-page.server.ts'

/** A page: rendered on the server, kept in the page cache, hydrated in the browser. */
export interface PageRoute extends Screen {
  path: string
  /** The query names that change the page. All others are ignored. */
  query: readonly string[]
  load(shop: Shop, request: PageRequest): Promise<PageAnswer>
}

/** An address that answers data. `from`: who may write to it; `signed` checks a signature of its own. */
export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  from: 'anyone' | 'own-pages' | 'signed'
  limit?: RateLimit
  handle(request: Request, context: ApiContext): Promise<Response>
}

const page = (
  path: string,
  screen: string,
  component: ComponentType<never>,
  load: PageRoute['load'],
  query: readonly string[] = [],
): PageRoute => ({ path, screen, component, load, query })

export const pages: readonly PageRoute[] = [
  page('/', 'storefront/home/home-page', HomePage, loadHomePage),
  page('/shop', 'storefront/shop/shop-page', ShopPage, loadShopPage, ['q', 'page']),
  page('/product/:id', 'storefront/product/product-page', ProductPage, loadProductPage),
  page('/cart', 'storefront/cart/cart-page', CartPage, loadCartPage),
  page('/checkout', 'storefront/checkout/checkout-page', CheckoutPage, loadCheckoutPage),
  page('/thank-you', 'storefront/thank-you/thank-you-page', ThankYouPage, loadThankYouPage),
]

const paying: RateLimit = { burst: 20, perMinute: 20 }
const reading: RateLimit = { burst: 60, perMinute: 240 }

export const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/pictures/:file', from: 'anyone', handle: picture },
  { method: 'GET', path: '/api/search', from: 'anyone', limit: reading, handle: searchSuggestions },
  { method: 'GET', path: '/api/rates', from: 'anyone', limit: reading, handle: findRate },
  { method: 'GET', path: '/api/location', from: 'anyone', limit: reading, handle: findLocation },
  { method: 'POST', path: '/currency', from: 'own-pages', limit: reading, handle: changeCurrency },
  { method: 'POST', path: '/api/cart/price', from: 'own-pages', limit: reading, handle: priceCartEndpoint },
  {
    method: 'POST',
    path: '/create-payment-intent',
    from: 'own-pages',
    limit: paying,
    handle: createPaymentIntent,
  },
  { method: 'POST', path: '/api/checkout/settle', from: 'own-pages', limit: paying, handle: settleCheckout },
  { method: 'POST', path: '/webhooks/payments', from: 'signed', handle: paymentsWebhook },
  {
    method: 'POST',
    path: '/test-gateway/confirm',
    from: 'own-pages',
    limit: paying,
    handle: confirmTestPayment,
  },
  {
    method: 'POST',
    path: '/test-gateway/authenticate',
    from: 'own-pages',
    limit: paying,
    handle: authenticateTestPayment,
  },
]
