import { describeEndpoints } from './api/openapi/openapi.ts'
import { findLocation } from './api/catalogue/location.ts'
import { findRate } from './api/catalogue/rates.ts'
import { findProducts } from './api/catalogue/products.ts'
import { readProductFeed } from './api/catalogue/product-feed.ts'
import { sitemap } from './api/catalogue/sitemap.ts'
import { llms, robots } from './api/catalogue/text-documents.ts'
import { searchSuggestions } from './api/catalogue/search.ts'
import { receiveContactMessage } from './api/inbox/contact.ts'
import { confirmNewsletter, unsubscribeFromNewsletter } from './api/newsletter/newsletter-links.ts'
import { subscribe } from './api/newsletter/newsletter-subscribe.ts'
import { changeCurrency } from './api/catalogue/currency.ts'
import { priceCartEndpoint } from './api/checkout/cart-price.ts'
import { createPaymentIntent } from './api/checkout/create-payment-intent.ts'
import { settleCheckout } from './api/checkout/checkout-settle.ts'
import { paymentsWebhook } from './api/checkout/payments-webhook.ts'
import { confirmTestPayment, authenticateTestPayment } from './api/checkout/test-gateway.ts'
import { picture } from './api/catalogue/picture.ts'
import { followStaffChanges } from './api/catalogue/staff-changes.ts'
import { eraseCustomerData, previewErasure } from './api/orders/staff-erasures.ts'
import { changeStaffPassword, requestStaffReset, resetStaffPassword } from './api/staff/staff-password.ts'
import { deleteStaffMessage, exportStaffMessages, markStaffMessage } from './api/inbox/staff-messages.ts'
import { uploadStaffPicture } from './api/catalogue/staff-pictures.ts'
import { deleteStaffProduct, restoreStaffProduct } from './api/catalogue/staff-product-archive.ts'
import {
  addStaffProduct,
  findStaffProduct,
  listStaffProducts,
  updateStaffProduct,
} from './api/catalogue/staff-products.ts'
import { findStaffSession } from './api/staff/staff-session.ts'
import { endOtherStaffSessions, endStaffSession } from './api/staff/staff-sessions.ts'
import {
  cancelStaffOrder,
  findStaffOrder,
  fulfilStaffOrder,
  noteStaffOrder,
  refundStaffOrder,
  resendStaffMail,
  resolveStaffOrder,
} from './api/orders/staff-orders.ts'
import { exportStaffOrders } from './api/orders/staff-orders-export.ts'
import { updateStaffSizeChart } from './api/catalogue/staff-size-charts.ts'
import { signInStaff } from './api/staff/staff-sign-in.ts'
import { signOutStaff } from './api/staff/staff-sign-out.ts'
import {
  deleteStaffSubscriber,
  exportStaffSubscribers,
  unsubscribeStaffSubscriber,
} from './api/newsletter/staff-subscribers.ts'
import type { RateLimit } from './http/rate-limit.ts'
import {
  anyone,
  linkPage,
  ownPages,
  ownPagesOnly,
  page,
  personalPage,
  signed,
  staff,
  publicStaffPage,
  staffPage,
  type Endpoint,
  type PageRoute,
  type StaffPageRoute,
} from './route.ts'
import AccountPage from './admin/account/account-page.tsx'
import { loadAccountPage } from './admin/account/account-page.server.ts'
import ProductsPage from './admin/products/products-page.tsx'
import { loadProductsPage } from './admin/products/products-page.server.ts'
import { LIST_QUERY_NAMES } from './admin/products/list-query.ts'
import { NARROWED_NAMES } from './admin/list/narrowed-list.ts'
import LoginPage from './admin/login/login-page.tsx'
import { loadLoginPage } from './admin/login/login-page.server.ts'
import ErasurePage from './admin/erasure/erasure-page.tsx'
import { loadErasurePage } from './admin/erasure/erasure-page.server.ts'
import MessagePage from './admin/messages/message-page.tsx'
import { loadMessagePage } from './admin/messages/message-page.server.ts'
import MessagesPage from './admin/messages/messages-page.tsx'
import { loadMessagesPage } from './admin/messages/messages-page.server.ts'
import NewPasswordPage from './admin/new-password/new-password-page.tsx'
import { loadNewPasswordPage } from './admin/new-password/new-password-page.server.ts'
import OrderPage from './admin/order/order-page.tsx'
import { loadOrderPage } from './admin/order/order-page.server.ts'
import OrdersPage from './admin/orders/orders-page.tsx'
import { loadOrdersPage } from './admin/orders/orders-page.server.ts'
import { ORDERS_QUERY_NAMES } from './admin/orders/orders-query.ts'
import DashboardPage from './admin/dashboard/dashboard-page.tsx'
import { loadDashboardPage } from './admin/dashboard/dashboard-page.server.ts'
import PackingSlipPage from './admin/packing-slip/packing-slip-page.tsx'
import { loadPackingSlipPage } from './admin/packing-slip/packing-slip-page.server.ts'
import SubscribersPage from './admin/subscribers/subscribers-page.tsx'
import { loadSubscribersPage } from './admin/subscribers/subscribers-page.server.ts'
import SizeChartsPage from './admin/size-charts/size-charts-page.tsx'
import { loadSizeChartsPage } from './admin/size-charts/size-charts-page.server.ts'
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
import OwnOrderPage from './storefront/own-order/own-order-page.tsx'
import { loadOwnOrderPage } from './storefront/own-order/own-order-page.server.ts'
import NewsletterPage from './storefront/newsletter/newsletter-page.tsx'
import {
  loadConfirmPage,
  loadNotSubscribedPage,
  loadSubscribedPage,
  loadUnsubscribePage,
} from './storefront/newsletter/newsletter-page.server.ts'
import ProductPage from './storefront/product/product-page.tsx'
import { loadProductPage } from './storefront/product/product-page.server.ts'
import ShopPage from './storefront/shop/shop-page.tsx'
import { loadShopPage } from './storefront/shop/shop-page.server.ts'
import { SHOP_QUERY_NAMES, tidyShopQuery } from './storefront/shop/shop-query.ts'
import ThankYouPage from './storefront/thank-you/thank-you-page.tsx'
import { loadThankYouPage } from './storefront/thank-you/thank-you-page.server.ts'

const NEWSLETTER = 'storefront/newsletter/newsletter-page'

export const pages: readonly PageRoute[] = [
  page('/', 'storefront/home/home-page', HomePage, loadHomePage),
  page('/shop', 'storefront/shop/shop-page', ShopPage, loadShopPage, SHOP_QUERY_NAMES, tidyShopQuery),
  page('/product/:id', 'storefront/product/product-page', ProductPage, loadProductPage),
  page('/cart', 'storefront/cart/cart-page', CartPage, loadCartPage),
  page('/checkout', 'storefront/checkout/checkout-page', CheckoutPage, loadCheckoutPage),
  page('/thank-you', 'storefront/thank-you/thank-you-page', ThankYouPage, loadThankYouPage),
  personalPage('/order/:number', 'storefront/own-order/own-order-page', OwnOrderPage, loadOwnOrderPage, [
    'key',
  ]),
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
  page('/newsletter/subscribed', NEWSLETTER, NewsletterPage, loadSubscribedPage),
  page('/newsletter/not-subscribed', NEWSLETTER, NewsletterPage, loadNotSubscribedPage),
  linkPage('/newsletter/confirm', NEWSLETTER, NewsletterPage, loadConfirmPage),
  linkPage('/newsletter/unsubscribe', NEWSLETTER, NewsletterPage, loadUnsubscribePage),
]

export const staffPages: readonly StaffPageRoute[] = [
  publicStaffPage('/admin', 'admin/login/login-page', LoginPage, loadLoginPage),
  publicStaffPage(
    '/admin/reset',
    'admin/new-password/new-password-page',
    NewPasswordPage,
    loadNewPasswordPage,
    ['token'],
  ),
  staffPage(
    '/admin/dashboard',
    'admin/products/products-page',
    ProductsPage,
    loadProductsPage,
    LIST_QUERY_NAMES,
  ),
  staffPage('/admin/overview', 'admin/dashboard/dashboard-page', DashboardPage, loadDashboardPage),
  staffPage('/admin/orders', 'admin/orders/orders-page', OrdersPage, loadOrdersPage, ORDERS_QUERY_NAMES),
  staffPage('/admin/orders/:number', 'admin/order/order-page', OrderPage, loadOrderPage),
  staffPage(
    '/admin/orders/:number/packing-slip',
    'admin/packing-slip/packing-slip-page',
    PackingSlipPage,
    loadPackingSlipPage,
  ),
  staffPage(
    '/admin/messages',
    'admin/messages/messages-page',
    MessagesPage,
    loadMessagesPage,
    NARROWED_NAMES,
  ),
  staffPage('/admin/erasure', 'admin/erasure/erasure-page', ErasurePage, loadErasurePage, ['order']),
  staffPage('/admin/messages/:id', 'admin/messages/message-page', MessagePage, loadMessagePage),
  staffPage(
    '/admin/subscribers',
    'admin/subscribers/subscribers-page',
    SubscribersPage,
    loadSubscribersPage,
    NARROWED_NAMES,
  ),
  staffPage('/admin/size-charts', 'admin/size-charts/size-charts-page', SizeChartsPage, loadSizeChartsPage),
  staffPage('/admin/account', 'admin/account/account-page', AccountPage, loadAccountPage),
]

/** One address may be an office or a phone network in a rush: holds are limited in hold-limits.ts. */
const buying: RateLimit = { burst: 1_000, perMinute: 1_000 }
const signingIn: RateLimit = { burst: 20, perMinute: 10 }
/** Each of these may send a mail. */
const writing: RateLimit = { burst: 5, perMinute: 2, byNetwork: true }
const askingForReset: RateLimit = { ...signingIn, byNetwork: true }
const reading: RateLimit = { burst: 60, perMinute: 240 }
const readingEverything: RateLimit = { burst: 20, perMinute: 20 }

export const endpoints: readonly Endpoint[] = [
  anyone('GET /pictures/:file', picture),
  anyone('GET /sitemap.xml', sitemap, reading),
  anyone('GET /feed.xml', readProductFeed, readingEverything),
  anyone('GET /robots.txt', robots),
  anyone('GET /llms.txt', llms),
  anyone('GET /api/search', searchSuggestions, reading),
  anyone('GET /api/products', findProducts, reading),
  anyone('GET /api/rates', findRate, reading),
  anyone('GET /api/location', findLocation, reading),
  anyone('GET /api/openapi.json', describeEndpoints(everyEndpoint), reading),
  ownPages('POST /currency', changeCurrency, reading),
  ownPages('POST /api/contact', receiveContactMessage, writing),
  ownPages('POST /api/newsletter/subscribe', subscribe, writing),
  ownPages('POST /newsletter/confirm', confirmNewsletter, reading),
  anyone('POST /newsletter/unsubscribe', unsubscribeFromNewsletter, reading),
  ownPages('POST /api/cart/price', priceCartEndpoint, buying),
  ownPages('POST /create-payment-intent', createPaymentIntent, buying),
  ownPages('POST /api/checkout/settle', settleCheckout, buying),
  signed('POST /webhooks/payments', paymentsWebhook),
  ownPages('POST /test-gateway/confirm', confirmTestPayment, buying),
  ownPages('POST /test-gateway/authenticate', authenticateTestPayment, buying),
  ownPagesOnly('POST /api/staff/sign-in', signInStaff, signingIn),
  ownPagesOnly('POST /api/staff/sign-out', signOutStaff),
  ownPagesOnly('POST /api/staff/request-reset', requestStaffReset, askingForReset),
  ownPagesOnly('POST /api/staff/reset-password', resetStaffPassword, signingIn),
  staff('GET /api/staff/session', findStaffSession),
  staff('POST /api/staff/change-password', changeStaffPassword),
  staff('POST /api/staff/end-session', endStaffSession),
  staff('POST /api/staff/end-other-sessions', endOtherStaffSessions),
  staff('GET /api/staff/products', listStaffProducts),
  staff('POST /api/staff/products', addStaffProduct),
  staff('GET /api/staff/products/:id', findStaffProduct),
  staff('PUT /api/staff/products/:id', updateStaffProduct),
  staff('DELETE /api/staff/products/:id', deleteStaffProduct),
  staff('POST /api/staff/products/:id/restore', restoreStaffProduct),
  staff('GET /api/staff/orders.csv', exportStaffOrders),
  staff('GET /api/staff/orders/:number', findStaffOrder),
  staff('POST /api/staff/orders/:number/fulfil', fulfilStaffOrder),
  staff('POST /api/staff/orders/:number/cancel', cancelStaffOrder),
  staff('POST /api/staff/orders/:number/refund', refundStaffOrder),
  staff('POST /api/staff/orders/:number/note', noteStaffOrder),
  staff('POST /api/staff/orders/:number/resolve', resolveStaffOrder),
  staff('POST /api/staff/orders/:number/resend-mail', resendStaffMail),
  staff('POST /api/staff/pictures', uploadStaffPicture),
  staff('PUT /api/staff/size-charts/:category', updateStaffSizeChart),
  staff('GET /api/staff/changes', followStaffChanges),
  staff('POST /api/staff/erasures/preview', previewErasure),
  staff('POST /api/staff/erasures', eraseCustomerData),
  staff('GET /api/staff/messages.csv', exportStaffMessages),
  staff('POST /api/staff/messages/:id/mark', markStaffMessage),
  staff('DELETE /api/staff/messages/:id', deleteStaffMessage),
  staff('GET /api/staff/subscribers.csv', exportStaffSubscribers),
  staff('POST /api/staff/subscribers/:id/unsubscribe', unsubscribeStaffSubscriber),
  staff('DELETE /api/staff/subscribers/:id', deleteStaffSubscriber),
]

/** The table, for the endpoint in it that describes it. */
function everyEndpoint(): readonly Endpoint[] {
  return endpoints
}
