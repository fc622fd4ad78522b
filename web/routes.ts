import type { ComponentType } from 'react'
import type { Shop } from '#operations/shop.ts'
import { findLocation } from './api/location.ts'
import { findRate } from './api/rates.ts'
import { searchSuggestions } from './api/search.ts'
import { receiveContactMessage } from './api/contact.ts'
import { changeCurrency } from './api/currency.ts'
import { priceCartEndpoint } from './api/cart-price.ts'
import { createPaymentIntent } from './api/create-payment-intent.ts'
import { settleCheckout } from './api/checkout-settle.ts'
import { paymentsWebhook } from './api/payments-webhook.ts'
import { confirmTestPayment, authenticateTestPayment } from './api/test-gateway.ts'
import { picture } from './api/picture.ts'
import { followStaffChanges } from './api/staff-changes.ts'
import { changeStaffPassword, requestStaffReset, resetStaffPassword } from './api/staff-password.ts'
import { uploadStaffPicture } from './api/staff-pictures.ts'
import { deleteStaffProduct, restoreStaffProduct } from './api/staff-product-archive.ts'
import {
  addStaffProduct,
  findStaffProduct,
  listStaffProducts,
  updateStaffProduct,
} from './api/staff-products.ts'
import { findStaffSession } from './api/staff-session.ts'
import { endOtherStaffSessions, endStaffSession } from './api/staff-sessions.ts'
import { signInStaff } from './api/staff-sign-in.ts'
import { signOutStaff } from './api/staff-sign-out.ts'
import type { ApiContext, StaffContext } from './api/api-context.ts'
import type { RateLimit } from './http/rate-limit.ts'
import type { StaffPageRequest } from './admin/staff-only.ts'
import type { PageAnswer, PageRequest, Redirect, Screen } from './page.ts'
import AccountPage from './admin/account/account-page.tsx'
import { loadAccountPage } from './admin/account/account-page.server.ts'
import DashboardPage from './admin/dashboard/dashboard-page.tsx'
import { loadDashboardPage } from './admin/dashboard/dashboard-page.server.ts'
import { LIST_QUERY_NAMES } from './admin/dashboard/list-query.ts'
import LoginPage from './admin/login/login-page.tsx'
import { loadLoginPage } from './admin/login/login-page.server.ts'
import NewPasswordPage from './admin/new-password/new-password-page.tsx'
import { loadNewPasswordPage } from './admin/new-password/new-password-page.server.ts'
import AboutPage from './storefront/about/about-page.tsx'
import { loadAboutPage } from './storefront/about/about-page.server.ts'
import ContactPage from './storefront/contact/contact-page.tsx'
import { loadContactPage } from './storefront/contact/contact-page.server.ts'
import DeliveryReturnsPage from './storefront/delivery-returns/delivery-returns-page.tsx'
import { loadDeliveryReturnsPage } from './storefront/delivery-returns/delivery-returns-page.server.ts'
import PrivacyPolicyPage from './storefront/privacy-policy/privacy-policy-page.tsx'
import { loadPrivacyPolicyPage } from './storefront/privacy-policy/privacy-policy-page.server.ts'
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

/** Who may come: everybody, or only who is signed in (admin/staff-only.ts). Every address says so. */
export type Access = 'public' | 'staff'

/** A page: rendered on the server, kept in the page cache, hydrated in the browser. */
export interface PageRoute extends Screen {
  path: string
  access: 'public'
  /** The query names that change the page. All others are ignored. */
  query: readonly string[]
  load(shop: Shop, request: PageRequest): Promise<PageAnswer>
}

/** A page of the staff area: rendered for each request and kept by nobody. The public ones are for signing in. */
export interface StaffPageRoute extends Screen {
  path: string
  access: Access
  query: readonly string[]
  load(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect>
}

interface AnyEndpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  limit?: RateLimit
}

/**
 * An address that answers data to everybody. `from`: who may write to it; `own-pages` lets programs in that say nothing
 * of where they come from, `own-pages-only` does not; `signed` checks a signature of its own.
 */
export interface PublicEndpoint extends AnyEndpoint {
  access: 'public'
  from: 'anyone' | 'own-pages' | 'own-pages-only' | 'signed'
  handle(request: Request, context: ApiContext): Promise<Response>
}

/** An address for staff. Writes come from our own pages only. */
export interface StaffEndpoint extends AnyEndpoint {
  access: 'staff'
  handle(request: Request, context: StaffContext): Promise<Response>
}

export type Endpoint = PublicEndpoint | StaffEndpoint

const page = (
  path: string,
  screen: string,
  component: ComponentType<never>,
  load: PageRoute['load'],
  query: readonly string[] = [],
): PageRoute => ({ path, access: 'public', screen, component, load, query })

export const pages: readonly PageRoute[] = [
  page('/', 'storefront/home/home-page', HomePage, loadHomePage),
  page('/shop', 'storefront/shop/shop-page', ShopPage, loadShopPage, ['q', 'page']),
  page('/product/:id', 'storefront/product/product-page', ProductPage, loadProductPage),
  page('/cart', 'storefront/cart/cart-page', CartPage, loadCartPage),
  page('/checkout', 'storefront/checkout/checkout-page', CheckoutPage, loadCheckoutPage),
  page('/thank-you', 'storefront/thank-you/thank-you-page', ThankYouPage, loadThankYouPage),
  page('/contact', 'storefront/contact/contact-page', ContactPage, loadContactPage),
  page('/about', 'storefront/about/about-page', AboutPage, loadAboutPage),
  page(
    '/privacy-policy',
    'storefront/privacy-policy/privacy-policy-page',
    PrivacyPolicyPage,
    loadPrivacyPolicyPage,
  ),
  page(
    '/delivery-returns',
    'storefront/delivery-returns/delivery-returns-page',
    DeliveryReturnsPage,
    loadDeliveryReturnsPage,
  ),
]

export const staffPages: readonly StaffPageRoute[] = [
  {
    path: '/admin',
    access: 'public',
    query: [],
    screen: 'admin/login/login-page',
    component: LoginPage,
    load: loadLoginPage,
  },
  {
    path: '/admin/reset',
    access: 'public',
    query: ['token'],
    screen: 'admin/new-password/new-password-page',
    component: NewPasswordPage,
    load: loadNewPasswordPage,
  },
  {
    path: '/admin/dashboard',
    access: 'staff',
    query: LIST_QUERY_NAMES,
    screen: 'admin/dashboard/dashboard-page',
    component: DashboardPage,
    load: loadDashboardPage,
  },
  {
    path: '/admin/account',
    access: 'staff',
    query: [],
    screen: 'admin/account/account-page',
    component: AccountPage,
    load: loadAccountPage,
  },
]

const paying: RateLimit = { burst: 20, perMinute: 20 }
const signingIn: RateLimit = { burst: 20, perMinute: 10 }
const writing: RateLimit = { burst: 5, perMinute: 2 }
const reading: RateLimit = { burst: 60, perMinute: 240 }

export const endpoints: readonly Endpoint[] = [
  { method: 'GET', path: '/pictures/:file', access: 'public', from: 'anyone', handle: picture },
  {
    method: 'GET',
    path: '/api/search',
    access: 'public',
    from: 'anyone',
    limit: reading,
    handle: searchSuggestions,
  },
  { method: 'GET', path: '/api/rates', access: 'public', from: 'anyone', limit: reading, handle: findRate },
  {
    method: 'GET',
    path: '/api/location',
    access: 'public',
    from: 'anyone',
    limit: reading,
    handle: findLocation,
  },
  {
    method: 'POST',
    path: '/currency',
    access: 'public',
    from: 'own-pages',
    limit: reading,
    handle: changeCurrency,
  },
  {
    method: 'POST',
    path: '/api/contact',
    access: 'public',
    from: 'own-pages',
    limit: writing,
    handle: receiveContactMessage,
  },
  {
    method: 'POST',
    path: '/api/cart/price',
    access: 'public',
    from: 'own-pages',
    limit: reading,
    handle: priceCartEndpoint,
  },
  {
    method: 'POST',
    path: '/create-payment-intent',
    access: 'public',
    from: 'own-pages',
    limit: paying,
    handle: createPaymentIntent,
  },
  {
    method: 'POST',
    path: '/api/checkout/settle',
    access: 'public',
    from: 'own-pages',
    limit: paying,
    handle: settleCheckout,
  },
  { method: 'POST', path: '/webhooks/payments', access: 'public', from: 'signed', handle: paymentsWebhook },
  {
    method: 'POST',
    path: '/test-gateway/confirm',
    access: 'public',
    from: 'own-pages',
    limit: paying,
    handle: confirmTestPayment,
  },
  {
    method: 'POST',
    path: '/test-gateway/authenticate',
    access: 'public',
    from: 'own-pages',
    limit: paying,
    handle: authenticateTestPayment,
  },
  {
    method: 'POST',
    path: '/api/staff/sign-in',
    access: 'public',
    from: 'own-pages-only',
    limit: signingIn,
    handle: signInStaff,
  },
  {
    method: 'POST',
    path: '/api/staff/sign-out',
    access: 'public',
    from: 'own-pages-only',
    handle: signOutStaff,
  },
  {
    method: 'POST',
    path: '/api/staff/request-reset',
    access: 'public',
    from: 'own-pages-only',
    limit: signingIn,
    handle: requestStaffReset,
  },
  {
    method: 'POST',
    path: '/api/staff/reset-password',
    access: 'public',
    from: 'own-pages-only',
    limit: signingIn,
    handle: resetStaffPassword,
  },
  { method: 'GET', path: '/api/staff/session', access: 'staff', handle: findStaffSession },
  { method: 'POST', path: '/api/staff/change-password', access: 'staff', handle: changeStaffPassword },
  { method: 'POST', path: '/api/staff/end-session', access: 'staff', handle: endStaffSession },
  { method: 'POST', path: '/api/staff/end-other-sessions', access: 'staff', handle: endOtherStaffSessions },
  { method: 'GET', path: '/api/staff/products', access: 'staff', handle: listStaffProducts },
  { method: 'POST', path: '/api/staff/products', access: 'staff', handle: addStaffProduct },
  { method: 'GET', path: '/api/staff/products/:id', access: 'staff', handle: findStaffProduct },
  { method: 'PUT', path: '/api/staff/products/:id', access: 'staff', handle: updateStaffProduct },
  { method: 'DELETE', path: '/api/staff/products/:id', access: 'staff', handle: deleteStaffProduct },
  { method: 'POST', path: '/api/staff/products/:id/restore', access: 'staff', handle: restoreStaffProduct },
  { method: 'POST', path: '/api/staff/pictures', access: 'staff', handle: uploadStaffPicture },
  { method: 'GET', path: '/api/staff/changes', access: 'staff', handle: followStaffChanges },
]
