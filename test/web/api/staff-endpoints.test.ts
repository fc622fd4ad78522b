import { storePayouts, storeTransactions } from '#db/books/settlements.ts'
import { insertImport, updateImport } from '#db/import/imports.ts'
import { AS_GUESSED } from '#domain/import/mapping.ts'
import { createHash, randomBytes } from 'node:crypto'
import { SECOND_FACTOR } from '#domain/settings/second-factor.ts'
import { insertRoom } from '#db/drops/drop-rooms.ts'
import { transact } from '#db/engine/transact.ts'
import { FIRST_ROOM } from '#domain/drops/drop.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { collection } from '#test/support/collection.ts'
import { PAGES } from '#domain/settings/pages.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertContactMessage } from '#db/inbox/contact-messages.ts'
import { writeAnswer } from '#db/fit/fit.ts'
import { writeWords } from '#db/fit/fit-words.ts'
import { insertReturnFile } from '#db/returns/return-files.ts'
import { insertReturn } from '#db/returns/returns.ts'
import { insertBatch } from '#db/packing/batches.ts'
import { writeDelivery } from '#db/stock/deliveries.ts'
import { insertFirstEntries } from '#db/gift-cards/gift-card-ledger.ts'
import { insertEndpoint } from '#db/webhooks/webhook-endpoints.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { insertIssue } from '#db/newsletter/issues.ts'
import { EVERYONE, type IssueDraft } from '#domain/newsletter/issue.ts'
import { recordSubscription } from '#db/newsletter/newsletter-subscribers.ts'
import {
  toBatchId,
  toDeliveryId,
  toImportId,
  toDropRoomId,
  toGiftCardId,
  toBounceId,
  toInvitationId,
  toIssueId,
  toMessageId,
  toReturnFileId,
  toReturnId,
  toOrderViewId,
  toFitAnswerId,
  toProductId,
  toStaffId,
  toStaffKeyId,
  toSubscriberId,
  toWebhookEndpointId,
  type StaffId,
} from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import {
  isKeyPermission,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  type Permission,
  type Role,
} from '#domain/staff/permissions.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { saveSearchWords } from '#operations/catalog/save-search-words.ts'
import { saveTexts } from '#operations/translations/save-texts.ts'
import { addSizeChart, saveSizeChart } from '#operations/catalog/save-size-chart.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { saveOrderView } from '#operations/orders/save-order-view.ts'
import { pickUpOrder } from '#operations/orders/pickup/pick-up-order.ts'
import { claimOrder } from '#operations/packing/claim-order.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { PASSKEY_EXAMPLE } from '#web/api/staff/passkey-schemas.ts'
import { ownPage } from '#test/support/page.ts'
import { endpoints, pages, staffPages } from '#test/support/every-route.ts'
import { one, orderFor, place } from '#test/support/buyer.ts'
import { TRACKING } from '#test/support/order-desk.ts'
import { ALL, promotion } from '#test/support/promotion.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { ADA, codeOf, staffBrowser } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

const PAID = 'R-PA1D-0001'
const ASIDE = 'R-AS1D-0001'
const SENT = 'R-0000-0003'
const READY = 'R-0000-0004'
const TAKEN = 'R-0000-0005'
/** No bench packs it. */
const WAITING = 'R-0000-0006'
const NUMBERS = [PAID, ASIDE, SENT, READY, TAKEN, WAITING]
const HALF_OFF = promotion(
  'hoodie',
  { kind: 'percent', milliPercent: 50_000, items: ALL },
  { codes: ['HALF'] },
)
const WINTER = {
  id: 'hoodie',
  name: 'Winter drop',
  handle: 'winter',
  words: '',
  picture: null,
  isDraft: false,
  products: [],
  publicFrom: 0,
  soldFrom: 0,
  room: FIRST_ROOM,
}
/** Staff find it by the same id: the requests of this test have no other. */
const DRAWN = {
  ...WINTER,
  handle: 'drawn',
  soldFrom: 1,
  room: null,
  draw: { entriesFrom: 0, payHours: 12, showsCounts: true, checksCard: false },
}
const UNTRACKED = { carrier: '', trackingNumber: '', trackingLink: '' }

/**
 * The access of each address. An address that is missing here fails the tests: decide who may use it, then add it.
 * Staff addresses name their permission, and are all requested below without a session, with a forged and an ended one,
 * and with every role.
 */
const FOR_EVERYBODY = [
  'GET /',
  'GET /about',
  'GET /collections/:name',
  'GET /pages/:name',
  'GET /admin',
  'GET /admin/reset',
  'GET /admin/invitation',
  'GET /admin/confirm-address',
  'GET /api/location',
  'GET /api/products',
  'GET /api/openapi.json',
  'GET /api/rates',
  'GET /api/search',
  'GET /api/time',
  'GET /brand/:versions/:file',
  'GET /cart',
  'GET /checkout',
  'GET /contact',
  'GET /delivery-returns',
  'GET /discount/:code',
  'GET /drop/:name',
  'GET /drop/:name/calendar.ics',
  'GET /drop/:name/preview',
  'GET /drop/:name/room',
  'GET /drop/:name/draw',
  'GET /draw',
  'POST /draw/confirm',
  'POST /draw/withdraw',
  'GET /drop/:name/preview/:product',
  'GET /reminder',
  'GET /reminder/hold',
  'GET /early-access',
  'POST /early-access/open',
  'POST /api/drops/card-check',
  'POST /api/drops/early',
  'GET /api/drops/:name/room',
  'GET /api/drops/:name/turn',
  'POST /api/drops/join',
  'POST /api/drops/turn',
  'POST /api/reminders',
  'POST /api/reminders/hold',
  'POST /reminder/confirm',
  'POST /fit/leave',
  'POST /reminder/leave',
  'GET /order/:number',
  'GET /order/:number/return',
  'GET /order/:number/documents/:document',
  'GET /feeds/meta.csv',
  'GET /feeds/tiktok.csv',
  'GET /gift-card',
  'GET /store-credit',
  'GET /account',
  'GET /saved',
  'GET /account/data.json',
  'POST /account/mails',
  'POST /account/answers',
  'POST /account/erase',
  'GET /api/account/addresses',
  'POST /api/account/pieces',
  'GET /account/link',
  'POST /account/ask',
  'POST /account/digits',
  'POST /account/open',
  'POST /account/sign-out',
  'POST /api/store-credit/link',
  'POST /store-credit/use',
  'GET /partner/:id',
  'GET /pay/:link',
  'GET /newsletter/confirm',
  'GET /newsletter/not-subscribed',
  'GET /newsletter/subscribed',
  'GET /newsletter/unsubscribe',
  'GET /.well-known/apple-developer-merchantid-domain-association',
  'GET /feed.xml',
  'GET /films/:file',
  'GET /fit',
  'GET /fit/leave',
  'GET /llms.txt',
  'GET /pictures/:file',
  'GET /api/orders/:number/return-files/:file',
  'POST /api/orders/:number/return-photos',
  'DELETE /api/orders/:number/return-files/:file',
  'GET /privacy-policy',
  'GET /product/:id',
  'GET /robots.txt',
  'GET /shop',
  'GET /site.webmanifest',
  'GET /sitemap.xml',
  'GET /thank-you',
  'GET /withdraw',
  'POST /withdraw/confirm',
  'POST /api/cart/price',
  'POST /api/contact',
  'POST /api/newsletter/subscribe',
  'POST /api/payment-links/pay',
  'POST /api/checkout/settle',
  'POST /api/staff/accept-invitation',
  'POST /api/staff/confirm-address',
  'POST /api/staff/link-sign-in',
  'POST /api/staff/passkey-sign-in',
  'POST /api/staff/passkey-sign-in/begin',
  'POST /api/staff/request-reset',
  'POST /api/staff/reset-password',
  'POST /api/staff/second-step',
  'POST /api/staff/sign-in',
  'POST /api/staff/sign-out',
  'POST /create-payment-intent',
  'POST /currency',
  'POST /newsletter/confirm',
  'POST /newsletter/unsubscribe',
  'POST /test-gateway/authenticate',
  'POST /test-gateway/confirm',
  'POST /webhooks/payments',
]
const FOR_STAFF: Record<string, Permission> = {
  'GET /admin/start': 'settings.write',
  'GET /api/staff/start': 'settings.write',
  'POST /api/staff/start/remove-demo': 'customers.erase',
  'GET /admin/orders': 'orders.read',
  'GET /admin/orders/:number': 'orders.read',
  'GET /admin/orders/:number/packing-slip': 'orders.read',
  'GET /admin/orders/new': 'orders.create',
  'POST /api/staff/orders': 'orders.create',
  'GET /admin/keys': 'keys.use',
  'POST /api/staff/keys': 'keys.use',
  'POST /api/staff/keys/:id/revoke': 'keys.use',
  'POST /api/staff/orders/price': 'orders.create',
  'GET /admin/orders/batches': 'orders.fulfil',
  'GET /admin/orders/batches/:id': 'orders.fulfil',
  'POST /api/staff/batches': 'orders.fulfil',
  'GET /api/staff/batches/:id': 'orders.fulfil',
  'PUT /api/staff/batches/:id': 'orders.fulfil',
  'POST /api/staff/batches/:id/close': 'orders.fulfil',
  'PUT /api/staff/batches/:id/picks': 'orders.fulfil',
  'GET /admin/orders/batch/print': 'orders.fulfil',
  'GET /admin/packing': 'orders.fulfil',
  'GET /api/staff/packing/carrier.csv': 'orders.fulfil',
  'GET /api/staff/packing/item': 'orders.fulfil',
  'PUT /api/staff/packing/item': 'orders.fulfil',
  'GET /api/staff/packing/codes': 'orders.fulfil',
  'POST /api/staff/packing/codes': 'orders.fulfil',
  'POST /api/staff/packing/claim': 'orders.fulfil',
  'POST /api/staff/packing/fulfil': 'orders.fulfil',
  'POST /api/staff/packing/keep': 'orders.fulfil',
  'POST /api/staff/packing/packed': 'orders.fulfil',
  'POST /api/staff/packing/release': 'orders.fulfil',
  'POST /api/staff/packing/tracking': 'orders.fulfil',
  'GET /admin/overview': 'reports.read',
  'GET /admin/reports': 'reports.read',
  'GET /api/staff/figures': 'reports.read',
  'GET /api/staff/reports': 'reports.read',
  'GET /api/staff/reports/csv': 'reports.read',
  'GET /api/staff/orders.csv': 'customers.export',
  'GET /api/staff/orders': 'orders.read',
  'GET /api/staff/refunds': 'reports.read',
  'GET /api/staff/stock': 'products.read',
  'GET /api/staff/subscribers': 'subscribers.read',
  'GET /api/staff/orders/:number': 'orders.read',
  'POST /api/staff/orders/:number/address': 'orders.change',
  'POST /api/staff/orders/:number/address-price': 'orders.change',
  'POST /api/staff/orders/:number/email': 'orders.change',
  'POST /api/staff/orders/:number/items': 'orders.change',
  'POST /api/staff/orders/:number/items-price': 'orders.change',
  'POST /api/staff/orders/:number/tracking': 'orders.fulfil',
  'POST /api/staff/orders/:number/undo-fulfilment': 'orders.fulfil',
  'POST /api/staff/orders/:number/pick-up': 'orders.fulfil',
  'POST /api/staff/orders/:number/undo-pickup': 'orders.fulfil',
  'POST /api/staff/orders/:number/balance': 'orders.change',
  'POST /api/staff/orders/:number/cancel': 'orders.cancel',
  'POST /api/staff/orders/:number/fulfil': 'orders.fulfil',
  'POST /api/staff/orders/:number/hold': 'orders.fulfil',
  'POST /api/staff/orders/:number/release': 'orders.fulfil',
  'POST /api/staff/orders/:number/note': 'orders.note',
  'POST /api/staff/orders/:number/tag': 'orders.note',
  'GET /api/staff/order-numbers': 'orders.read',
  'PUT /api/staff/order-views/:id': 'orders.note',
  'DELETE /api/staff/order-views/:id': 'orders.note',
  'POST /api/staff/selected-orders/review-cancel': 'orders.cancel',
  'POST /api/staff/selected-orders/review-refund': 'orders.refund',
  'POST /api/staff/selected-orders/fulfil': 'orders.fulfil',
  'POST /api/staff/selected-orders/hold': 'orders.fulfil',
  'POST /api/staff/selected-orders/release': 'orders.fulfil',
  'POST /api/staff/selected-orders/tag': 'orders.note',
  'POST /api/staff/selected-orders/note': 'orders.note',
  'POST /api/staff/selected-orders/cancel': 'orders.cancel',
  'POST /api/staff/selected-orders/refund': 'orders.refund',
  'POST /api/staff/packing/printed': 'orders.fulfil',
  'POST /api/staff/orders/:number/refund': 'orders.refund',
  'GET /admin/fit': 'messages.read',
  'GET /api/staff/fit': 'reports.read',
  'GET /api/staff/fit-words': 'messages.read',
  'POST /api/staff/fit-words/:id/decide': 'messages.write',
  'GET /admin/returns': 'orders.read',
  'GET /admin/returns/:number': 'orders.read',
  'GET /api/staff/returns': 'orders.read',
  'GET /api/staff/returns/:number': 'orders.read',
  'DELETE /api/staff/returns/:number/files/:file': 'orders.note',
  'GET /api/staff/returns/:number/files/:file': 'orders.read',
  'POST /api/staff/returns/:number/decide': 'orders.refund',
  'POST /api/staff/returns/:number/exchange': 'orders.fulfil',
  'POST /api/staff/returns/:number/label': 'orders.note',
  'POST /api/staff/returns/:number/notes': 'orders.note',
  'POST /api/staff/returns/:number/photos': 'orders.note',
  'POST /api/staff/returns/:number/receive': 'orders.fulfil',
  'POST /api/staff/returns/:number/refund': 'orders.refund',
  'POST /api/staff/orders/:number/restock': 'orders.refund',
  'POST /api/staff/orders/:number/resend-mail': 'orders.resend-mail',
  'POST /api/staff/orders/:number/resolve': 'orders.resolve',
  'GET /admin/account': 'account.use',
  'GET /admin/set-up': 'second-factor.use',
  'GET /admin/settings/second-factor': 'settings.write',
  'PUT /api/staff/second-factor': 'settings.write',
  'POST /api/staff/second-factor/undo': 'settings.write',
  'POST /api/staff/people/:id/reset-second-factor': 'staff.manage',
  'GET /admin/people': 'staff.manage',
  'GET /admin/activity': 'activity.read',
  'GET /api/staff/activity.csv': 'activity.read',
  'POST /api/staff/people/:id/role': 'staff.manage',
  'POST /api/staff/people/:id/disable': 'staff.manage',
  'POST /api/staff/people/:id/enable': 'staff.manage',
  'POST /api/staff/people/:id/end-sessions': 'staff.manage',
  'POST /api/staff/invitations': 'staff.manage',
  'POST /api/staff/invitations/:id/send-again': 'staff.manage',
  'POST /api/staff/invitations/:id/withdraw': 'staff.manage',
  'GET /admin/connections': 'connections.use',
  'POST /api/staff/connections/:need/try': 'connections.use',
  'GET /admin/webhooks': 'webhooks.write',
  'GET /api/staff/webhooks': 'webhooks.write',
  'POST /api/staff/webhooks': 'webhooks.write',
  'PUT /api/staff/webhooks/:id': 'webhooks.write',
  'POST /api/staff/webhooks/:id/secret': 'webhooks.write',
  'POST /api/staff/webhooks/:id/test': 'webhooks.write',
  'POST /api/staff/webhooks/:id/delete': 'webhooks.write',
  'GET /api/staff/webhooks/:id/messages': 'webhooks.write',
  'POST /api/staff/webhooks/:id/messages/:message/again': 'webhooks.write',
  'PUT /api/staff/connections/:need': 'connections.write',
  'POST /api/staff/connections/:need/remove': 'connections.write',
  'GET /admin/settings': 'settings.write',
  'GET /admin/settings/tax': 'settings.write',
  'GET /admin/settings/shipping': 'settings.write',
  'GET /admin/partners': 'promotions.write',
  'GET /admin/gift-cards': 'gift-cards.write',
  'GET /admin/gift-cards/:id': 'gift-cards.write',
  'GET /api/staff/partners.csv': 'promotions.write',
  'POST /api/staff/categories/merge': 'settings.write',
  'GET /admin/collections': 'products.write',
  'GET /admin/collections/:id': 'products.write',
  'GET /admin/collections/:id/preview': 'products.write',
  'GET /api/staff/collections': 'products.write',
  'PUT /api/staff/collections': 'products.write',
  'POST /api/staff/collections/undo': 'products.write',
  'GET /admin/pages': 'settings.write',
  'GET /admin/pages/:id': 'settings.write',
  'GET /admin/pages/:id/preview': 'settings.write',
  'GET /api/staff/pages': 'settings.write',
  'PUT /api/staff/pages': 'settings.write',
  'POST /api/staff/pages/undo': 'settings.write',
  'GET /admin/drops': 'products.write',
  'GET /admin/drops/:id': 'products.write',
  'GET /admin/drops/:id/preview': 'products.write',
  'GET /admin/drops/:id/room': 'products.write',
  'GET /admin/drops/:id/report': 'products.write',
  'GET /admin/drops/:id/rehearsal': 'products.write',
  'GET /api/staff/drops/:id/report': 'products.write',
  'GET /api/staff/drops/:id/report/csv': 'products.write',
  'GET /admin/drops/:id/draw': 'products.write',
  'GET /api/staff/drops/:id/rehearsal': 'products.write',
  'POST /api/staff/drops/:id/rehearsal': 'products.write',
  'POST /api/staff/drops/:id/rehearsal/stop': 'products.write',
  'GET /api/staff/drops/:id/room': 'products.write',
  'POST /api/staff/drops/:id/room': 'products.write',
  'POST /api/staff/drops/:id/guests': 'products.write',
  'DELETE /api/staff/drops/:id/guests': 'products.write',
  'GET /api/staff/drops/:id/draw': 'products.write',
  'POST /api/staff/drops/:id/draw': 'products.write',
  'GET /api/staff/drops': 'products.write',
  'PUT /api/staff/drops': 'products.write',
  'POST /api/staff/drops/undo': 'products.write',
  'GET /admin/promotions': 'promotions.write',
  'GET /admin/promotions/:id': 'promotions.write',
  'POST /api/staff/promotions/try': 'promotions.write',
  'PUT /api/staff/promotions': 'promotions.write',
  'POST /api/staff/promotions/undo': 'promotions.write',
  'POST /api/staff/promotions/:id/codes': 'promotions.write',
  'POST /api/staff/gift-cards': 'gift-cards.write',
  'GET /api/staff/gift-cards.csv': 'gift-cards.write',
  'POST /api/staff/gift-cards/:id/send': 'gift-cards.write',
  'POST /api/staff/store-credit': 'gift-cards.write',
  'POST /api/staff/gift-cards/:id/code': 'gift-cards.write',
  'POST /api/staff/gift-cards/:id/adjust': 'gift-cards.write',
  'POST /api/staff/gift-cards/:id/disable': 'gift-cards.write',
  'POST /api/staff/gift-cards/:id/enable': 'gift-cards.write',
  'PUT /api/staff/shipping': 'settings.write',
  'POST /api/staff/shipping/undo': 'settings.write',
  'POST /api/staff/shipping/try': 'settings.write',
  'GET /admin/monitoring': 'monitoring.read',
  'GET /admin/settings/:name': 'settings.write',
  'PUT /api/staff/settings/:name': 'settings.write',
  'POST /api/staff/settings/:name/undo': 'settings.write',
  'GET /admin/backups': 'backups.use',
  'GET /api/staff/backups': 'backups.use',
  'POST /api/staff/backups/:job': 'backups.use',
  'DELETE /api/staff/products/:id': 'products.write',
  'DELETE /api/staff/messages/:id': 'messages.write',
  'POST /api/staff/messages/:id/answers': 'messages.write',
  'DELETE /api/staff/bounces/:id': 'orders.resend-mail',
  'DELETE /api/staff/subscribers/:id': 'subscribers.write',
  'GET /admin/dashboard': 'products.read',
  'GET /admin/erasure': 'customers.erase',
  'GET /admin/messages': 'messages.read',
  'GET /admin/messages/:id': 'messages.read',
  'GET /admin/bounces': 'reports.read',
  'GET /admin/subscribers': 'subscribers.read',
  'GET /api/staff/changes': 'products.read',
  'GET /api/staff/mirror': 'products.read',
  'POST /api/staff/mirror/:id/choice': 'products.write',
  'GET /api/staff/messages.csv': 'customers.export',
  'GET /api/staff/products': 'products.read',
  'GET /api/staff/products/:id': 'products.read',
  'GET /api/staff/session': 'second-factor.use',
  'GET /api/staff/subscribers.csv': 'customers.export',
  'GET /admin/newsletters': 'subscribers.read',
  'GET /admin/newsletters/:id': 'subscribers.read',
  'GET /api/staff/newsletters': 'subscribers.read',
  'POST /api/staff/newsletters': 'newsletters.send',
  'POST /api/staff/newsletters/count': 'subscribers.read',
  'GET /api/staff/newsletters/:id': 'subscribers.read',
  'PUT /api/staff/newsletters/:id': 'newsletters.send',
  'DELETE /api/staff/newsletters/:id': 'newsletters.send',
  'POST /api/staff/newsletters/:id/test': 'newsletters.send',
  'POST /api/staff/newsletters/:id/send': 'newsletters.send',
  'POST /api/staff/newsletters/:id/steer': 'newsletters.send',
  'GET /api/staff/newsletters/:id/preview': 'subscribers.read',
  'GET /api/staff/newsletters/:id/preview.html': 'subscribers.read',
  'POST /api/staff/change-address': 'account.use',
  'POST /api/staff/keep-address': 'account.use',
  'POST /api/staff/change-password': 'account.use',
  'POST /api/staff/two-step/begin': 'second-factor.use',
  'POST /api/staff/two-step/confirm': 'second-factor.use',
  'POST /api/staff/two-step/recovery-codes': 'second-factor.use',
  'POST /api/staff/two-step/end': 'second-factor.use',
  'POST /api/staff/passkeys': 'second-factor.use',
  'POST /api/staff/passkeys/begin': 'second-factor.use',
  'POST /api/staff/passkeys/:id/rename': 'second-factor.use',
  'POST /api/staff/passkeys/:id/remove': 'second-factor.use',
  'POST /api/staff/end-other-sessions': 'account.use',
  'POST /api/staff/end-session': 'account.use',
  'POST /api/staff/erasures': 'customers.erase',
  'POST /api/staff/erasures/preview': 'customers.erase',
  'POST /api/staff/messages/:id/mark': 'messages.write',
  'POST /api/staff/pictures': 'products.write',
  'POST /api/staff/films': 'settings.write',
  'POST /api/staff/products': 'products.write',
  'GET /api/staff/product-ids': 'products.read',
  'POST /api/staff/selected-products/review': 'products.write',
  'POST /api/staff/selected-products': 'products.write',
  'POST /api/staff/products/:id/restore': 'products.write',
  'POST /api/staff/subscribers/:id/unsubscribe': 'subscribers.write',
  'PUT /api/staff/products/:id': 'products.write',
  'PUT /api/staff/products/:id/stock': 'products.write',
  'PUT /api/staff/products/:id/preorders': 'products.write',
  'POST /api/staff/products/:id/count': 'products.write',
  'GET /api/staff/products/:id/movements': 'products.read',
  'GET /api/staff/products/:id/prices': 'products.read',
  'GET /admin/products/:id/preview': 'products.read',
  'GET /admin/products/:id/stock': 'products.read',
  'GET /admin/stock-count': 'products.write',
  'GET /admin/deliveries': 'products.read',
  'GET /admin/deliveries/:id': 'products.read',
  'GET /api/staff/deliveries': 'products.read',
  'GET /api/staff/deliveries.csv': 'products.read',
  'GET /api/staff/deliveries/:id': 'products.read',
  'PUT /api/staff/deliveries/:id': 'products.write',
  'GET /api/staff/size-charts': 'products.read',
  'POST /api/staff/size-charts': 'products.write',
  'PUT /api/staff/size-charts/:category': 'products.write',
  'DELETE /api/staff/size-charts/:category': 'products.write',
  'POST /api/staff/size-charts/:category/undo': 'products.write',
  'GET /admin/size-charts': 'products.write',
  'GET /admin/size-chart': 'products.write',
  'GET /admin/translations/:language': 'products.write',
  'GET /admin/translations/:language/texts': 'products.write',
  'GET /api/staff/translations/:language': 'products.write',
  'GET /api/staff/translations/:language/file.csv': 'products.write',
  'GET /api/staff/translations/:language/:subject': 'products.write',
  'PUT /api/staff/translations/:language/:subject': 'products.write',
  'POST /api/staff/translations/:language/:subject/undo': 'products.write',
  'POST /api/staff/translations/:language/import': 'products.write',
  'PUT /api/staff/search-words': 'products.write',
  'GET /api/staff/search-words/found': 'products.write',
  'GET /admin/search-words': 'products.write',
  'GET /admin/blocks': 'orders.cancel',
  'GET /api/staff/blocks': 'orders.cancel',
  'POST /api/staff/blocks': 'orders.cancel',
  'PUT /api/staff/blocks/:id': 'orders.cancel',
  'DELETE /api/staff/blocks/:id': 'orders.cancel',
  'POST /api/staff/orders/:number/blocks': 'orders.cancel',
  'GET /admin/feeds': 'products.read',
  'GET /api/staff/feeds': 'products.read',
  'GET /admin/redirects': 'products.write',
  'GET /api/staff/redirects': 'products.write',
  'PUT /api/staff/redirects': 'products.write',
  'POST /api/staff/redirects/delete': 'products.write',
  'GET /api/staff/redirects.csv': 'products.write',
  'POST /api/staff/redirects/import': 'products.write',
  'GET /api/staff/missing-pages': 'products.write',
  'POST /api/staff/missing-pages': 'products.write',
  'GET /admin/books': 'reports.read',
  'GET /api/staff/books/accounts': 'reports.read',
  'GET /api/staff/books/entries': 'reports.read',
  'GET /api/staff/books/file': 'reports.read',
  'PUT /api/staff/books/lock': 'settings.write',
  'GET /admin/books/payouts': 'reports.read',
  'GET /admin/books/unmatched': 'reports.read',
  'GET /api/staff/books/payouts': 'reports.read',
  'GET /api/staff/books/payouts/:id': 'reports.read',
  'GET /api/staff/books/payouts.csv': 'reports.read',
  'POST /api/staff/books/payouts/read': 'reports.read',
  'GET /api/staff/books/unmatched': 'reports.read',
  'PUT /api/staff/books/unmatched/:id': 'settings.write',
  'GET /admin/import': 'products.write',
  'GET /api/staff/imports': 'products.write',
  'POST /api/staff/imports': 'products.write',
  'GET /api/staff/imports/:id': 'products.write',
  'POST /api/staff/imports/:id/trial': 'products.write',
  'POST /api/staff/imports/:id/pictures': 'products.write',
  'PUT /api/staff/imports/:id/state': 'products.write',
  'GET /api/staff/imports/:id/report.csv': 'products.write',
  'GET /api/staff/export.zip': 'products.write',
  'GET /api/staff/products.csv': 'products.write',
}

/** Writes that change nothing of the shop's, so that the audit trail has no entry of them, and why. */
const NOT_RECORDED: Record<string, string> = {
  'POST /api/staff/returns/:number/exchange': 'refused: the return of the walk is of money',
  'POST /api/staff/returns/:number/label': 'refused: no PDF; with one: return-files.test.ts',
  'POST /api/staff/books/payouts/read': 'asks the payment provider earlier',
  'POST /api/staff/orders/price': 'a price for a form',
  'POST /api/staff/orders/:number/address-price': 'a price for a form',
  'POST /api/staff/orders/:number/items-price': 'a price for a form',
  'POST /api/staff/packing/tracking': 'a preview of typed text',
  'PUT /api/staff/batches/:id/picks': 'what lies in the trolley, until the batch is packed',
  'POST /api/staff/selected-orders/review-cancel': 'a sum for a form',
  'POST /api/staff/selected-orders/review-refund': 'the same',
  'POST /api/staff/selected-orders/release': 'nothing is on hold; with a hold: selected-orders.test.ts',
  'POST /api/staff/selected-products/review': 'a preview',
  'POST /api/staff/packing/claim': 'a lease of a bench, of minutes',
  'POST /api/staff/packing/keep': 'the same',
  'POST /api/staff/packing/release': 'the same',
  'POST /api/staff/erasures/preview': 'a preview',
  'POST /api/staff/keep-address': 'nothing was asked for; with a new address: staff-passwords.test.ts',
  'POST /api/staff/two-step/begin': 'nothing is on yet',
  'POST /api/staff/two-step/confirm': 'refused without a code of an app; with one: staff-two-step.test.ts',
  'POST /api/staff/two-step/recovery-codes':
    'refused while it is off; while it is on: staff-two-step.test.ts',
  'POST /api/staff/two-step/end': 'the same',
  'POST /api/staff/passkeys/begin': 'nothing is added yet',
  'POST /api/staff/passkeys': 'refused without a question; with one: second-factor/staff-passkeys.test.ts',
  'POST /api/staff/passkeys/:id/rename': 'refused without a passkey; with one: the same',
  'POST /api/staff/passkeys/:id/remove': 'the same',
  'PUT /api/staff/connections/:need': 'refused without a supplier; with one: set-up-connection.test.ts',
  'POST /api/staff/connections/:need/remove': 'the same',
  'POST /api/staff/mirror/:id/choice': 'refused without a source; with one: mirror-content.test.ts',
  'POST /api/staff/drops/:id/rehearsal':
    'refused where none can be run; where one can: operations/drops/rehearse-drop.test.ts',
  'POST /api/staff/drops/:id/rehearsal/stop': 'nothing runs; while one does: the same',
  'POST /api/staff/orders/:number/release':
    'refused without a hold; with one: operations/packing/claims.test.ts',
  'POST /api/staff/orders/:number/balance':
    'refused without a balance; with one: operations/payment-links/payment-links.test.ts',
  'PUT /api/staff/blocks/:id': 'refused without a block; with one: operations/orders/block-list.test.ts',
  'DELETE /api/staff/blocks/:id': 'the same',
  'POST /api/staff/redirects/delete': 'refused without a redirect; with one: redirects.test.ts',
  'POST /api/staff/imports': 'nothing of the file is imported yet',
  'POST /api/staff/imports/:id/trial': 'a preview',
  'POST /api/staff/imports/:id/pictures': 'refused: the body of the walk is no ZIP file',
  'POST /api/staff/newsletters/count': 'a number for a form',
  'POST /api/staff/promotions/try': 'saves nothing',
  'POST /api/staff/shipping/try': 'saves nothing',
  'POST /api/staff/second-factor/undo': 'nothing differs; with a difference: second-factor/required.test.ts',
}

/** Addresses that refuse the requests of this test, with a status that only permitted members get. */
const REFUSED_IN_THE_WALK: Record<string, number> = {
  // No PDF is sent.
  'POST /api/staff/returns/:number/label': 415,
  // The return of the walk is of money.
  'POST /api/staff/returns/:number/exchange': 409,
  'POST /api/staff/drops/:id/rehearsal': 409,
  // Without a source of products there is nothing to choose.
  'POST /api/staff/mirror/:id/choice': 404,
  'POST /api/staff/two-step/confirm': 401,
  // No change of the order waits for its payment.
  'POST /api/staff/orders/:number/balance': 409,
  'POST /api/staff/orders/:number/release': 409,
  'POST /api/staff/redirects/delete': 404,
  // Nobody is blocked by that id.
  'PUT /api/staff/blocks/:id': 404,
  'DELETE /api/staff/blocks/:id': 404,
  // The body of the walk is no table.
  'POST /api/staff/imports': 422,
  'POST /api/staff/imports/:id/pictures': 422,
  'POST /api/staff/two-step/recovery-codes': 409,
  'POST /api/staff/two-step/end': 409,
  // The shop of this test is at no address for passkeys, and the member has none.
  'POST /api/staff/passkeys/begin': 409,
  'POST /api/staff/passkeys': 401,
  'POST /api/staff/passkeys/:id/rename': 404,
  'POST /api/staff/passkeys/:id/remove': 404,
  // The shop of this test offers no supplier.
  'PUT /api/staff/connections/:need': 422,
  'POST /api/staff/connections/:need/remove': 404,
}

const onlyReads = (address: string) => address.startsWith('GET ')

const APIS = Object.entries(FOR_STAFF).filter(([address]) => address.includes(' /api/'))

const walks = Object.entries(FOR_STAFF).flatMap(([address, permission]) =>
  ROLES.map((role) => ({ address, role, allowed: ROLE_PERMISSIONS[role].includes(permission) })),
)

/** A body that is valid for every staff address that takes JSON. */
const ANYTHING = {
  id: 'none',
  email: 'bo@x.example',
  current: ADA.password,
  next: 'still red',
  password: ADA.password,
  code: '000000',
  name: 'Tee',
  price: 58,
  category: 'T-Shirts',
  version: 1,
  answered: true,
  answerId: 'an-answer-1',
  seen: { stock: 10, sizes: [] },
  before: 10,
  restock: true,
  refundId: 'a-refund-1',
  amount: '10.00',
  units: [],
  noteId: 'a-note-1',
  text: 'Called the customer',
  outcome: 'stands',
  carrier: 'Canada Post',
  reason: 'Wrong order',
  recipient: CUSTOMER,
  difference: 0,
  mailId: 1,
  shipment: 1,
  revision: 1,
  number: PAID,
  bench: 'a-bench-1',
  parcels: [{ number: PAID }],
  groups: [],
  productId: 'hoodie',
  size: 'M',
  stock: null,
  take: 'ours',
  measurements: [],
  change: { position: 0, quantity: 1, to: { productId: 'emblem-hoodie', size: 'S', quantity: 1 } },
  lines: [{ productId: 'hoodie', size: 'M', quantity: 1 }],
  delivery: 'in-person',
  shipping: false,
  customer: { name: '' },
  orderKey: 'an-order-1',
  method: 'cash',
  total: 118_00 + 2_36,
  rows: [],
  role: 'manager',
  to: 0,
  value: { text: '', link: '' },
  step: 'cancel',
  orders: [{ number: WAITING, version: 1 }],
  numbers: [PAID],
  add: ['gift'],
  query: '?sort=placed',
  batchId: 'a-batch-1',
  picked: 1,
}

const NEWSLETTER: IssueDraft = {
  subject: 'New pieces',
  preview: '',
  language: 'en',
  blocks: [{ kind: 'line', heading: '', text: 'They are here', picture: null, items: [] }],
  segment: EVERYONE,
}

/** Bodies of addresses that need something else by the same name. */
const BODIES: Record<string, object> = {
  '/api/staff/connections/:need': { supplier: 'none', values: {}, password: ADA.password },
  '/api/staff/start/remove-demo': { products: false, orders: true, subscribers: false },
  '/api/staff/fit-words/:id/decide': { version: 2, decision: 'published' },
  '/api/staff/returns/:number/decide': { version: 1, isAccepted: true },
  '/api/staff/returns/:number/notes': { version: 1, label: 'CP-4477', staffNote: '' },
  '/api/staff/returns/:number/receive': { version: 1, units: [{ number: 1, condition: 'stock' }] },
  '/api/staff/keys': { name: 'Till', permissions: ['orders.read'], days: 30, password: ADA.password },
  '/api/staff/orders/:number/restock': { version: 1, units: [{ position: 0, quantity: 1, sent: 1 }] },
  '/api/staff/products/:id/count': { ledger: 1, counted: [{ size: null, seen: 10, stock: 8 }] },
  '/api/staff/orders/:number/hold': { version: 1, reason: 'missing', bench: 'a-bench-1' },
  '/api/staff/selected-orders/hold': { orders: [{ number: WAITING }], reason: 'missing' },
  '/api/staff/selected-products': {
    products: [{ id: 'hoodie', version: 1 }],
    edit: { field: 'published', to: false },
  },
  '/api/staff/selected-products/review': {
    products: [{ id: 'hoodie' }],
    edit: { field: 'published', to: false },
  },
  '/api/staff/deliveries/:id': {
    version: 1,
    name: 'Box 1',
    lines: [{ productId: 'hoodie', size: 'M', units: 4 }],
  },
  '/api/staff/products/:id/preorders': {
    shipsOn: '2099-02-01',
    sizes: [{ size: 'M', before: 0, units: 0 }],
  },
  '/api/staff/packing/item': { productId: 'hoodie', size: 'M', bin: 'A-12', barcode: '' },
  '/api/staff/packing/codes': { text: 'Product ID,Size,Bin\nhoodie,M,A-12' },
  '/api/staff/blocks': { sign: 'email', email: 'mallory@shopper.example', reason: 'Sells on', endsOn: '' },
  '/api/staff/blocks/:id': { reason: 'Sells on', endsOn: '' },
  '/api/staff/orders/:number/blocks': { signs: ['email'], reason: 'Sells on', endsOn: '' },
  '/api/staff/redirects': { from: '/products/hoodie', to: '/product/hoodie' },
  '/api/staff/books/lock': { before: null, through: '2020-01' },
  '/api/staff/books/unmatched/:id': { decision: 'account', account: 'sales' },
  '/api/staff/redirects/delete': { from: '/products/hoodie' },
  '/api/staff/redirects/import': { text: '/pages/story,/about', isTrial: false },
  '/api/staff/imports/:id/state': { state: 'running' },
  '/api/staff/newsletters/count': { segment: EVERYONE },
  '/api/staff/newsletters/:id': { version: 1, value: NEWSLETTER },
  '/api/staff/newsletters/:id/send': { version: 1, sendAt: 4_102_444_800_000 },
  '/api/staff/newsletters/:id/steer': { to: 'draft' },
  '/api/staff/missing-pages': { path: '/pages/lookbook', isIgnored: true },
  '/api/staff/webhooks': { url: 'https://warehouse.example/hooks', topics: ['order.paid'], isOn: true },
  '/api/staff/webhooks/:id': { url: 'https://warehouse.example/hooks', topics: ['order.paid'], isOn: false },
  '/api/staff/passkeys': { response: PASSKEY_EXAMPLE.made },
  '/api/staff/second-factor': { version: 1, value: { owner: false, manager: true, packer: true } },
  '/api/staff/second-factor/undo': { version: 1, to: 0 },
  '/api/staff/categories/merge': { version: 0, from: 'Accessories', into: 'Pants', isTrial: false },
  '/api/staff/collections': { version: 1, value: COLLECTIONS.fallback },
  '/api/staff/collections/undo': { version: 1, to: 0 },
  '/api/staff/pages': { version: 1, value: PAGES.fallback },
  '/api/staff/pages/undo': { version: 1, to: 0 },
  '/api/staff/drops': { version: 1, value: DROPS.fallback },
  '/api/staff/drops/undo': { version: 1, to: 0 },
  '/api/staff/drops/:id/rehearsal': { robots: 500 },
  '/api/staff/drops/:id/room': { kind: 'pause' },
  '/api/staff/drops/:id/guests': { add: 'ada@shopper.example' },
  '/api/staff/drops/:id/draw': { kind: 'pause' },
  '/api/staff/promotions': { version: 1, value: PROMOTIONS.fallback },
  '/api/staff/promotions/undo': { version: 1, to: 0 },
  '/api/staff/promotions/:id/codes': { number: 1 },
  '/api/staff/gift-cards': { amount: 50_00, reason: 'A raffle' },
  '/api/staff/store-credit': { email: 'ada@shopper.example', amount: 5_00, reason: 'Late' },
  '/api/staff/gift-cards/:id/send': { email: 'ada@shopper.example' },
  '/api/staff/gift-cards/:id/adjust': { amount: -1_00, reason: 'Too much' },
  '/api/staff/promotions/try': {
    promotion: HALF_OFF,
    items: [{ productId: 'hoodie', quantity: 1 }],
    country: 'CA',
  },
  '/api/staff/shipping': { version: 1, value: SHIPPING.fallback },
  '/api/staff/shipping/undo': { version: 1, to: 0 },
  '/api/staff/size-charts': { name: 'Relaxed', sizesOf: 'Hoodies' },
  '/api/staff/size-charts/:category/undo': { version: 1, to: 0 },
  '/api/staff/translations/:language/:subject': {
    version: 1,
    texts: [{ field: 'name', text: 'Chandail', source: 'Emblem Hoodie' }],
  },
  '/api/staff/translations/:language/:subject/undo': { version: 1, to: 0 },
  '/api/staff/translations/:language/import': {
    text: 'Subject,Field,English,Français\ncategory:Pants,label,Pants,Pantalons',
    isTrial: false,
  },
  '/api/staff/shipping/try': {
    value: SHIPPING.fallback,
    destination: { country: 'CA', region: '', postal: '' },
    subtotal: 0,
    weight: 0,
  },
}

const table = [
  ...[...pages, ...staffPages].map(({ path, access }) => ({ method: 'GET', path, access })),
  ...endpoints.map(({ method, path, access }) => ({ method, path, access })),
]
const addressesFor = (access: string) =>
  table
    .filter((route) => route.access === access)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()

test('every address is declared as public or for staff', () => {
  expect(addressesFor('public')).toEqual(FOR_EVERYBODY.toSorted())
  expect(addressesFor('staff')).toEqual(Object.keys(FOR_STAFF).toSorted())
})

test('every staff address names its permission', () => {
  const named = [...staffPages.map((page) => ({ ...page, method: 'GET' })), ...endpoints].flatMap((route) =>
    route.access === 'staff' ? [[`${route.method} ${route.path}`, route.permission] as const] : [],
  )
  expect(Object.fromEntries(named)).toEqual(FOR_STAFF)
})

test('every permission is used by an address', () => {
  const asked = new Set<string>(Object.values(FOR_STAFF))
  expect(PERMISSIONS.filter((permission) => !asked.has(permission))).toEqual([])
})

test('staff addresses have a staff prefix, so that none is declared public by mistake', () => {
  const open = [
    '/admin',
    '/admin/reset',
    '/admin/invitation',
    '/admin/confirm-address',
    '/api/staff/sign-in',
    '/api/staff/sign-out',
  ]
  const alsoOpen = [
    'request-reset',
    'reset-password',
    'accept-invitation',
    'confirm-address',
    'second-step',
    'link-sign-in',
    'passkey-sign-in',
    'passkey-sign-in/begin',
  ].map((name) => `/api/staff/${name}`)
  for (const { path, access } of table) {
    if (/^\/(admin|api\/staff)(\/|$)/.test(path) && ![...open, ...alsoOpen].includes(path)) {
      expect(access, path).toBe('staff')
    }
  }
})

/** A passkey as it is stored. */
const passkeyOf = (member_id: StaffId, created_at: string) => ({
  id: 'a-passkey',
  member_id,
  name: 'Laptop',
  credential_id: 'a-credential',
  public_key: 'a-key',
  counter: 0,
  device_type: 'singleDevice',
  backed_up: 0,
  created_at,
})

describeOnEachDatabase('The staff area', (open, { startWith, testOnce }) => {
  let shop: TestShop
  let served: ServedShop
  /** Of Ada: a session, and one that has ended. */
  let current: string
  let ended: string
  const { own, get, send, post, signedIn } = staffBrowser(() => served.url)

  const start = async () => {
    shop = await openTestShop(open())
    haveSuppliers()
    served = await serveShop(shop)
  }
  startWith(async () => {
    await start()
    await shop.identity.addMember(ADA)
    await haveRecords()
    ended = await signedIn()
    current = await signedIn()
    await post('/api/staff/sign-out', {}, { ...own(), cookie: ended })
    await served.close()
  })
  beforeEach(start)
  afterEach(() => served.close())

  /** Requests a staff address in a way that succeeds for staff. */
  async function ask(address: string, cookie?: string): Promise<Response> {
    const [method = '', path] = parts(address)
    const headers = { ...own(), ...(cookie && { cookie }) }
    const body = BODIES[address.split(' ')[1] ?? ''] ?? ANYTHING
    const answer = await (method === 'GET' ? get(path, cookie) : send(method, path, body, headers))
    // A file that is still being read when the database closes would be an error of the shop.
    if (answer.headers.get('content-disposition') !== null) await answer.clone().arrayBuffer()
    return answer
  }

  function parts(address: string): [method: string, path: string] {
    const [method = '', path = ''] = address.split(' ')
    return [
      method,
      path
        .replace(':id', idFor(path))
        .replace(':name', 'announcement')
        .replace(':file', 'a-photo-1')
        .replace(':need', 'rates')
        .replace(':job', 'backup')
        .replace(':message', '1')
        .replace(':category', method === 'DELETE' ? 'own:spare' : 'Hoodies')
        .replace(':language', 'fr')
        .replace(':subject', 'product:hoodie')
        .replace(/size-chart$/, 'size-chart?category=Hoodies')
        .replace(/\/texts$/, '/texts?subject=product:hoodie')
        .replace(':number', numberFor(path)),
    ]
  }

  /** A record in the state that the action of this address needs. */
  function idFor(path: string): string {
    if (path.endsWith('/restore')) return 'deleted'
    if (path.endsWith('/steer')) return 'scheduled'
    return path.endsWith('/enable') ? 'disabled' : 'hoodie'
  }

  /** An order in the state that the action of this address needs. */
  function numberFor(path: string): string {
    if (path.includes('/returns/')) return `${SENT}-${returnFor(path)}`
    if (path.endsWith('/resolve')) return ASIDE
    if (path.endsWith('/pick-up')) return READY
    if (path.endsWith('/undo-pickup')) return TAKEN
    if (path.endsWith('/fulfil')) return WAITING
    return /\/(tracking|undo-fulfilment|restock)$/.test(path) ? SENT : PAID
  }

  /** The return in the state that the action of this address needs. */
  function returnFor(path: string): number {
    return path.endsWith('/receive') ? 2 : path.endsWith('/refund') ? 3 : 1
  }

  /** The suppliers that the addresses use. */
  function haveSuppliers(): void {
    const stored = { key: 'a1', width: 900, height: 1200, placeholder: '' }
    shop.backups = { place: '/backups', hour: 3, run: async () => null }
    shop.connections = [
      { need: 'rates', supplier: 'Fixer', usedFor: 'rates', test: async () => 'C$1 is €0.62.' },
    ]
    const film = { key: 'film', type: 'mp4', width: 1_280, height: 720 } as const
    const films = { store: async () => film, find: async () => null }
    const redraw = async () => new Uint8Array([1])
    shop.images = { ...shop.images, store: async () => stored, redraw, films }
  }

  /** The records that the addresses refer to. */
  async function haveRecords(): Promise<void> {
    await shop.catalog.add(hoodie(), toProductId('hoodie'))
    await shop.catalog.add(hoodie(), toProductId('deleted'))
    await shop.catalog.archive(toProductId('deleted'))
    await saveSearchWords(shop, { version: 0, groups: [] }) // PostgreSQL is emptied of the first groups
    const draft = { measurements: ['Chest'], rows: [{ size: 'M', lengths: [610] }] }
    await saveTexts(
      shop,
      { language: 'fr', subject: 'product:hoodie', version: 0 },
      [{ field: 'name', text: 'Pull', source: 'Emblem Hoodie' }],
      { memberId: toStaffId('hoodie'), permissions: ['products.write'] },
    )
    await saveSizeChart(shop, { category: 'Hoodies', version: 0, draft })
    await addSizeChart(shop, { name: 'Spare', sizesOf: 'Hoodies' })
    const view = { id: toOrderViewId('hoodie'), name: 'Oldest', query: '?sort=placed' }
    await saveOrderView(shop, view)
    await writeDelivery(shop.database.db, {
      id: toDeliveryId('hoodie'),
      version: 1,
      name: 'Box 1',
      supplier: '',
      note: '',
      lines: [],
      createdAt: 1,
      createdBy: ADA.email,
    })
    await insertBatch(shop.database.db, {
      id: toBatchId('hoodie'),
      name: 'Drop',
      by: ADA.email,
      at: shop.now(),
    })
    const { db } = shop.database
    const file = { fileName: 'tees.csv', headings: ['Handle', 'Title'], mapping: AS_GUESSED }
    await insertImport(db, { id: toImportId('hoodie'), ...file, author: null, now: shop.now() })
    await updateImport(db, toImportId('hoodie'), { from: ['reading'], state: 'ready' })
    const message = { name: 'Bo', email: 'bo@x.example', subject: 'other', message: 'Is it open?' } as const
    await insertContactMessage(db, toMessageId('hoodie'), message, shop.now())
    const bounced = { address: 'bo@x.example', bounced_at: shop.now(), words: '550 5.1.1 No such user' }
    await db
      .insertInto('bounced_addresses')
      .values({ id: toBounceId('hoodie'), ...bounced })
      .execute()
    await recordSubscription(db, {
      email: 'bo@x.example',
      newId: toSubscriberId('hoodie'),
      now: shop.now(),
    })
    for (const id of ['hoodie', 'scheduled'].map(toIssueId))
      await transact(shop.database, (tx) =>
        insertIssue(tx, { id, draft: NEWSLETTER, madeBy: ADA.email, now: shop.now() }),
      )
    const scheduled = { state: 'scheduled', send_at: 4_102_444_800_000 } as const
    await db
      .updateTable('newsletter_issues')
      .set(scheduled)
      .where('id', '=', toIssueId('scheduled'))
      .execute()
    const settled = { currency: 'cad', at: shop.now(), amount: 40_00, fee: 1_46, category: 'charge' }
    const unmatched = {
      id: 'hoodie',
      kind: 'payment',
      description: '',
      sourceId: 'ch_1',
      intentId: 'pi_1',
    } as const
    await transact(shop.database, (tx) =>
      storeTransactions(tx, 'stripe', [{ ...settled, ...unmatched, availableAt: shop.now() }]),
    )
    await storePayouts(shop.database, 'stripe', [
      {
        id: 'hoodie',
        createdAt: shop.now(),
        arrivesAt: 0,
        currency: 'cad',
        amount: 38_54,
        state: 'paid',
        failure: '',
        reference: '',
        contents: 'told',
      },
    ])
    await appendSetting(db, 'announcement', 0, {
      value: { text: 'Hello', link: '' },
      changedAt: shop.now(),
      changedBy: null,
      summary: 'Text',
    })
    await appendSetting(db, 'second-factor', 0, {
      value: SECOND_FACTOR.fallback,
      changedAt: shop.now(),
      changedBy: null,
      summary: 'Owners',
    })
    await transact(shop.database, (tx) =>
      insertRoom(tx, { id: toDropRoomId('hoodie'), dropId: WINTER.id, seed: '00', commitment: '11' }),
    )
    await appendSetting(db, 'pages', 0, {
      value: { pages: [ownPage({ id: 'hoodie' })] },
      changedAt: shop.now(),
      changedBy: null,
      summary: 'Pages',
    })
    await appendSetting(db, 'collections', 0, {
      value: { collections: [collection({ id: 'hoodie' })] },
      changedAt: shop.now(),
      changedBy: null,
      summary: 'New in added',
    })
    await appendSetting(db, 'drops', 0, {
      value: { drops: [WINTER, DRAWN] },
      changedAt: shop.now(),
      changedBy: null,
      summary: 'Drops',
    })
    await appendSetting(db, 'promotions', 0, {
      value: { promotions: [HALF_OFF] },
      changedAt: shop.now(),
      changedBy: null,
      summary: 'Promotions',
    })
    await appendSetting(db, 'shipping', 0, {
      value: { ...SHIPPING.fallback, defaultWeight: 1_200 },
      changedAt: shop.now(),
      changedBy: null,
      summary: 'Text',
    })
    for (const [id, state] of [
      ['hoodie', 'active'],
      ['disabled', 'disabled'],
    ] as const) {
      const card = { id: toGiftCardId(id), kind: 'gift-card', state, created_at: shop.now() } as const
      await db.insertInto('gift_cards').values(card).execute()
      const issued = { id: card.id, kind: 'issue', amount: cents(50_00), by: '', at: shop.now() } as const
      await insertFirstEntries(db, [issued])
    }
    await haveWebhook()
    await havePeople()
    await haveOrders()
    await haveFitWords()
  }

  async function haveFitWords(): Promise<void> {
    const { db } = shop.database
    const order = db.selectFrom('orders').select('id').where('number', '=', SENT)
    const { id: orderId } = await order.executeTakeFirstOrThrow()
    const of = { orderId, productId: toProductId('hoodie'), size: 'M' }
    await transact(shop.database, async (tx) => {
      await writeAnswer(tx, { ...of, id: toFitAnswerId('hoodie'), fit: 'small', at: shop.now() })
      await writeWords(tx, of, { words: 'Take one up.', name: 'Ada', at: shop.now() })
    })
  }

  /** A webhook to where nothing may be sent, and a message that was sent. */
  async function haveWebhook(): Promise<void> {
    const { db } = shop.database
    const id = toWebhookEndpointId('hoodie')
    const url = 'https://127.0.0.1/hooks'
    const made = { secretNumber: 1, secretSince: 1, createdAt: 1 }
    await insertEndpoint(db, { id, url, topics: ['request.received'], state: 'on', ...made })
    const times = { happened_at: 1, done_at: 1 }
    const message = {
      endpoint_id: id,
      message_id: 'msg_1',
      topic: 'test',
      thing: 'test:1',
      facts: '{}',
    } as const
    await db
      .insertInto('webhook_messages')
      .values({ ...message, ...times })
      .execute()
  }

  /** Two other members, one of them disabled; another session of Ada's, and an invitation by her. */
  async function havePeople(): Promise<void> {
    const { db } = shop.database
    const at = new Date().toISOString()
    const times = { created_at: at, updated_at: at }
    await db
      .insertInto('staff_members')
      .values({ id: toStaffId('hoodie'), email: 'pat@x.example', name: 'pat', role: 'packer', ...times })
      .execute()
    await db
      .insertInto('staff_passkeys')
      .values(passkeyOf(toStaffId('hoodie'), at))
      .execute()
    const ada = (await shop.identity.listMembers()).find(({ email }) => email === ADA.email)
    const gone = { id: toStaffId('disabled'), email: 'gone@x.example', name: 'gone', disabled_at: 1 }
    await db
      .insertInto('staff_members')
      .values({ ...gone, role: 'packer', ...times })
      .execute()
    const elsewhere = { id: ANYTHING.id, member_id: ada?.id ?? toStaffId(''), token: 'elsewhere' }
    await db
      .insertInto('staff_sessions')
      .values({ ...elsewhere, ...times, expires_at: new Date(Date.now() + 3_600_000).toISOString() })
      .execute()
    await keyWith(['orders.read'], toStaffKeyId('hoodie'))
    await db
      .insertInto('staff_invitations')
      .values({
        id: toInvitationId('hoodie'),
        email: 'cleo@x.example',
        role: 'packer',
        invited_by: ada?.id ?? toStaffId(''),
        invited_at: Date.now(),
        expires_at: Date.now() + 1_000_000,
      })
      .execute()
  }

  /** A paid order, one that was set aside, one that was sent, one that is ready, one that was picked up. */
  async function haveOrders(): Promise<void> {
    const product = await shop.catalog.add(hoodie())
    for (const number of NUMBERS) {
      const placed = await place(shop, orderFor([product], [one(product)]))
      const intent = (await shop.gateway.findIntentBySecret(placed.clientSecret))!
      const amount = number === ASIDE ? cents(1) : intent.amount
      await settlePayment(shop, { ...intent, state: 'succeeded', amount })
      await shop.database.db
        .updateTable('orders')
        .set({ number, ...([READY, TAKEN].includes(number) && { delivery: 'pickup' }) })
        .where('number', '=', placed.orderNumber)
        .execute()
    }
    for (const number of [SENT, READY, TAKEN]) {
      const { version } = await shop.database.db
        .selectFrom('orders')
        .select('version')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      const sent = { number, version, by: ADA.email, permissions: ROLE_PERMISSIONS.packer }
      await fulfilOrder(shop, { ...sent, ...(number === SENT ? TRACKING : UNTRACKED) })
    }
    await haveTaken()
    await haveReturns()
    await shop.database.db.updateTable('orders').set({ version: ANYTHING.version }).execute()
    await claimOrder(shop, {
      number: PAID,
      bench: ANYTHING.bench,
      by: ADA.email,
      permissions: ROLE_PERMISSIONS.packer,
      takeOver: null,
    })
    await deliverOutbox(shop)
  }

  async function haveReturns(): Promise<void> {
    const { id } = await shop.database.db
      .selectFrom('orders')
      .select('id')
      .where('number', '=', SENT)
      .executeTakeFirstOrThrow()
    const row = { wish: 'money', review: '[]', method: '', fee_cents: cents(0), note: '' } as const
    const at = { order_id: id, created_at: shop.now(), due_at: null }
    await transact(shop.database, async (tx) => {
      for (const [index, state] of (['asked', 'accepted', 'received'] as const).entries()) {
        const number = index + 1
        await insertReturn(tx, { ...row, ...at, id: toReturnId(`a-return-${number}`), number, state }, [
          {
            position: 0,
            item: { productId: toProductId('coat'), name: 'Coat', size: 'M' },
            reason: 'too-small',
            exchange: null,
          },
        ])
      }
      await insertReturnFile(tx, {
        id: toReturnFileId('a-photo-1'),
        order_id: id,
        return_id: toReturnId('a-return-1'),
        kind: 'staff-photo',
        content: new Uint8Array([1]),
        added_at: shop.now(),
        added_by: ADA.email,
      })
    })
  }

  async function haveTaken(): Promise<void> {
    const { version } = await shop.database.db
      .selectFrom('orders')
      .select('version')
      .where('number', '=', TAKEN)
      .executeTakeFirstOrThrow()
    const taken = { number: TAKEN, version, by: ADA.email, permissions: ROLE_PERMISSIONS.packer }
    expect((await pickUpOrder(shop, { ...taken, tellCustomer: false })).kind).toBe('picked-up-now')
  }

  /** React separates adjacent texts with comments. */
  const withoutComments = (html: string) => html.replaceAll('<!-- -->', '')

  function expectAnswered(address: string, { status }: Response): void {
    const refused = REFUSED_IN_THE_WALK[address]
    if (refused !== undefined) expect(status, address).toBe(refused)
    else expect(status, address).toBeLessThan(300)
  }

  const isRefusal = (answer: Response) =>
    answer.status === 401 || (answer.status === 303 && answer.headers.get('location') === '/admin')

  /** Requests without a session, with a forged and an ended one are refused; a valid one is answered. */
  async function expectStaffOnly(addresses: readonly string[]): Promise<void> {
    const forged = [
      'staff=',
      'staff=made-up',
      `${current.slice(0, -8)}AAAAAAAA`,
      current.replace(/=[A-Za-z0-9]+/, `=${'A'.repeat(32)}`),
    ]
    for (const address of addresses) {
      for (const cookie of [undefined, ended, ...forged]) {
        const answer = await ask(address, cookie)
        expect(isRefusal(answer), `${address} with ${cookie}: ${answer.status}`).toBe(true)
        expect(await answer.text(), address).not.toContain(ADA.email)
      }
      const before = await lastEntry()
      expectAnswered(address, await ask(address, current))
      await expectRecorded(address, before)
    }
  }

  async function lastEntry(): Promise<number> {
    const { id } = await shop.database.db
      .selectFrom('audit_events')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    return id ?? 0
  }

  /** A write, or an export, left an entry with its author in the audit trail; nothing else did. */
  async function expectRecorded(address: string, before: number): Promise<void> {
    const entries = await shop.database.db
      .selectFrom('audit_events')
      .selectAll()
      .where('id', '>', before)
      .execute()
    const isRecorded = onlyReads(address)
      ? /\.(csv|zip)$|books.file$/.test(address)
      : !(address in NOT_RECORDED)
    expect(entries.length > 0, `${address} leaves ${entries.length} entries`).toBe(isRecorded)
    for (const { actor_id, actor_name } of entries) {
      expect({ address, actor_name, isKnown: actor_id !== null }).toEqual({
        address,
        actor_name: ADA.email,
        isKnown: true,
      })
    }
  }

  test('every address that only reads refuses a visitor, a forged and an ended session, and answers staff', () =>
    expectStaffOnly(Object.keys(FOR_STAFF).filter(onlyReads)))

  test.each(Object.keys(FOR_STAFF).filter((address) => !onlyReads(address)))(
    '%s refuses a visitor, a forged and an ended session, and answers staff',
    (address) => expectStaffOnly([address]),
  )

  /** A session of Ada's, who has this role from now on. */
  async function inRole(role: Role): Promise<string> {
    await shop.database.db.updateTable('staff_members').set({ role }).where('email', '=', ADA.email).execute()
    return current
  }

  testOnce.each(ROLES.filter((role) => role !== 'owner'))(
    'a %s is answered at every address that only reads and that the role allows',
    async (role) => {
      const reads = walks.filter((walk) => walk.role === role && walk.allowed && onlyReads(walk.address))
      expect(reads).not.toEqual([])
      const cookie = await inRole(role)
      for (const { address } of reads) expect((await ask(address, cookie)).status, address).toBeLessThan(300)
    },
  )

  testOnce.each(
    walks.filter(({ address, allowed, role }) => allowed && role !== 'owner' && !onlyReads(address)),
  )('$address answers a $role', async ({ address, role }) => {
    expectAnswered(address, await ask(address, await inRole(role)))
  })

  testOnce.each(ROLES.filter((role) => role !== 'owner'))(
    'a %s is refused in plain words at every address that the role does not allow',
    async (role) => {
      const cookie = await inRole(role)
      for (const { address } of walks.filter((walk) => walk.role === role && !walk.allowed)) {
        const answer = await ask(address, cookie)
        expect(answer.status, address).toBe(403)
        if (address.includes('/api/')) {
          const problem = (await answer.json()) as { type: string; title: string }
          expect(problem.type, address).toBe('/problems/not-permitted')
          expect(problem.title).toContain('Your role does not allow this.')
        } else {
          const page = withoutComments(await answer.text())
          expect(page, address).toContain(`Your role (${role}) doesn’t have access to this page.`)
          expect(page).toContain(ADA.email)
        }
      }
    },
  )

  testOnce.each(ROLES)('the pages of a %s link only to what the role allows', async (role) => {
    const mine = walks.filter((walk) => walk.role === role && walk.allowed)
    const cookie = await inRole(role)
    const links = new Set<string>()
    for (const { address } of mine.filter((walk) => walk.address.startsWith('GET /admin'))) {
      const page = await (await ask(address, cookie)).text()
      for (const [, href = ''] of page.matchAll(/<a [^>]*href="(\/(?:admin|api)[^"]*)"/g)) links.add(href)
    }
    expect(links.size).toBeGreaterThan(2)
    for (const href of links) {
      expect((await get(href.replaceAll('&amp;', '&'), cookie)).status, href).toBeLessThan(400)
    }
  })

  testOnce.each([
    ['owner', '/admin/dashboard'],
    ['manager', '/admin/dashboard'],
    ['packer', '/admin/orders?state=to-fulfil'],
  ] as const)('a %s who signs in is sent to %s', async (role, home) => {
    const answer = await get('/admin', await inRole(role))
    expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
      status: 303,
      location: home,
    })
  })

  testOnce('every write refuses another or an unknown origin, even with a valid session', async () => {
    const cookie = current
    const writes = Object.keys(FOR_STAFF).filter((address) => !onlyReads(address))
    expect(writes).not.toEqual([])
    for (const address of writes) {
      const [method, path] = parts(address)
      for (const headers of [
        {},
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: served.url, 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
      ]) {
        const answer = await send(method, path, ANYTHING, { ...headers, cookie })
        expect(await codeOf(answer), address).toEqual([403, '/problems/cross-site'])
      }
      expect((await get('/api/staff/session', cookie)).status, address).toBe(200)
    }
  })

  /** A key of Ada's with these permissions. */
  async function keyWith(
    permissions: readonly Permission[],
    id = toStaffKeyId(randomBytes(16).toString('hex')),
  ): Promise<string> {
    const secret = `redemption_${randomBytes(32).toString('base64url')}`
    const ada = (await shop.identity.listMembers()).find(({ email }) => email === ADA.email)
    await shop.database.db
      .insertInto('staff_keys')
      .values({
        id,
        member_id: ada?.id ?? toStaffId(''),
        name: 'Walk',
        key_hash: createHash('sha256').update(secret).digest('base64url'),
        ending: secret.slice(-4),
        permissions: JSON.stringify(permissions),
        created_at: Date.now(),
        expires_at: Date.now() + 3_600_000,
        last_used_at: null,
      })
      .execute()
    return secret
  }

  /** Whether a key is let in. A write is not understood, so that it changes nothing. */
  async function opens(address: string, secret: string): Promise<boolean> {
    const [method = ''] = address.split(' ')
    const path =
      method === 'GET' ? parts(address)[1] : (address.split(' ')[1] ?? '').replaceAll(/:\w+/g, 'none')
    const answer = await fetch(served.url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'text/plain' },
      ...(method !== 'GET' && { body: '?' }),
    })
    await answer.body?.cancel()
    expect(answer.status, address).not.toBe(429)
    return answer.status !== 401 && answer.status !== 403
  }

  testOnce.each(ROLES)('a key of a %s opens what both allow, and nothing about accounts', async (role) => {
    await inRole(role)
    let secret = ''
    for (const [at, [address, permission]] of APIS.entries()) {
      if (at % 100 === 0) secret = await keyWith(PERMISSIONS)
      const isAllowed = isKeyPermission(permission) && ROLE_PERMISSIONS[role].includes(permission)
      expect(await opens(address, secret), address).toBe(isAllowed)
    }
  })

  testOnce('no address opens to a key that has every permission but its own', async () => {
    for (const permission of PERMISSIONS) {
      const secret = await keyWith(PERMISSIONS.filter((one) => one !== permission))
      for (const [address, needed] of APIS) {
        if (needed === permission) expect(await opens(address, secret), address).toBe(false)
      }
    }
  })

  testOnce('no page opens to a key', async () => {
    const secret = await keyWith(PERMISSIONS)
    for (const address of Object.keys(FOR_STAFF).filter((one) => one.startsWith('GET /admin'))) {
      const headers = { authorization: `Bearer ${secret}` }
      const answer = await fetch(served.url + parts(address)[1], { headers, redirect: 'manual' })
      expect(answer.headers.get('location'), address).toBe('/admin')
    }
  })

  testOnce(
    'nothing but a page is answered to a link of another site, and none of it is recorded',
    async () => {
      const before = await lastEntry()
      const reads = Object.keys(FOR_STAFF).filter((address) => onlyReads(address))
      const answered = async (address: string, site: string) =>
        (
          await fetch(served.url + parts(address)[1], {
            headers: { cookie: current, 'sec-fetch-site': site },
          })
        ).status
      for (const address of reads) {
        const isPage = address.startsWith('GET /admin')
        for (const site of ['cross-site', 'same-site']) {
          expect(await answered(address, site), `${address} ${site}`).toBe(isPage ? 200 : 403)
        }
      }
      expect(await lastEntry()).toBe(before)
      for (const site of ['same-origin', 'none']) {
        expect(await answered('GET /api/staff/orders.csv', site)).toBe(200)
      }
      expect(await lastEntry()).toBe(before + 2)
    },
  )

  testOnce.each([
    'sign-in',
    'second-step',
    'sign-out',
    'request-reset',
    'reset-password',
    'accept-invitation',
    'confirm-address',
  ])('POST /api/staff/%s accepts requests from our pages only', async (name) => {
    for (const headers of [{}, { origin: 'https://evil.example' }] as Record<string, string>[]) {
      const answer = await post(`/api/staff/${name}`, { ...ADA, token: 'x' }, headers)
      expect(await codeOf(answer)).toEqual([403, '/problems/cross-site'])
    }
  })
})
