import { addressInLanguage } from '#operations/address-in-language.ts'
import { amountIn } from '#domain/currency.ts'
import { dateFormat } from '#domain/date-format.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { findPaymentLink } from '#db/payment-links/payment-links.ts'
import { findOneTimeEvent } from '#db/orders/order-events.ts'
import { findOrderBatched } from '#db/orders/orders.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findRefunds } from '#db/refunds/refunds.ts'
import { findReturnFiles } from '#db/returns/return-files.ts'
import { findReturn } from '#db/returns/returns.ts'
import type { OrderId, PaymentLinkId, RefundId, ReturnId, DisputeId } from '#domain/ids.ts'
import { isBalanceDue } from '#domain/checkout/payment-link.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { addCents, cents, type Cents } from '#domain/money.ts'
import type { MailedReturnState } from '#domain/returns/return.ts'
import { RETURNS } from '#domain/settings/returns.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import type { ShopDay } from '#domain/shop-day.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { isDelivered, type Order } from '#domain/orders/order.ts'
import { groupShares } from '#domain/refunds/refund-shares.ts'
import type { SplitPart } from '#domain/refunds/refund-split.ts'
import { isNoBankRefund, type Refund } from '#domain/refunds/refund.ts'
import { isParcelMail, type OrderMailKind } from '#domain/outbox/task-kinds.ts'
import type { ItemsChanged, MailContext } from './alert-mails.ts'
import type { MailBody } from './mail-body.ts'
import { findMailedParcel } from './parcel-words.ts'
import { findMailedPickup } from './pickup-words.ts'
import { sendMail } from './send-mail.ts'
import { currentShipping } from '#operations/settings/current-shipping.ts'
import { mayWithdraw } from '#operations/settings/may-withdraw.ts'
import { orderFields } from '#operations/order-facts.ts'
import { paymentLinkPath } from '#operations/payment-link-path.ts'
import { orderAddress, returnFileAddress, staffOrderAddress } from '#operations/order-link.ts'
import type { Shop } from '#operations/shop.ts'
import * as alertWords from '#words/en/mails/alerts.ts'
import { english } from '#words/en/english.ts'
import { orderAsSaid } from '#domain/orders/order-as-said.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import { wordsIn, type Words } from '#words/languages.ts'
import { orderMails } from './order-mail-templates.ts'

/** In pixels: the smallest width that every picture has. */
const PICTURE_WIDTH = 320

const IN_ENGLISH = orderMails(english)

/** Whether the mail goes to the shopper, and not to the owner. */
export function isForShopper(kind: OrderMailKind): boolean {
  return IN_ENGLISH[kind].to === 'shopper'
}

/** The subject of one mail. `id`: for kinds that an order may get more than once. */
export interface OrderMailTask {
  orderId: OrderId
  refundId?: RefundId | undefined
  disputeId?: DisputeId | undefined
  received?: number | undefined
  returned?: number | undefined
  /** The number of the shipment. Tasks from before there were shipments have none: their order had one. */
  shipment?: number | undefined
  /** The number of the pickup. Tasks from before there were parts have none: their order had one. */
  pickup?: number | undefined
  change?: ItemsChanged | undefined
  /** From when pre-ordered items ship now. */
  shipsOn?: ShopDay | undefined
  returnId?: ReturnId | undefined
  /** What the mail about a return says became of it. */
  returnState?: MailedReturnState | undefined
  linkId?: PaymentLinkId | undefined
  id?: string | undefined
}

/** Sends one mail about an order. Throws when the mail was not accepted, and the outbox retries. */
export async function sendOrderMail(own: Shop, kind: OrderMailKind, task: OrderMailTask): Promise<void> {
  const { orderId, refundId, disputeId, linkId, received, returned, change = null, shipment = 1 } = task
  const placed = await findOrderBatched(own.database, orderId)
  if (!placed) throw new Error(`There is no order ${orderId} to write about`)
  // Staff read what is English, the customer what was sold to them.
  const shop = isForShopper(kind) ? shopInLanguage(own, placed.language) : own
  const order = isForShopper(kind) ? orderAsSaid(placed) : placed
  const all = isForShopper(kind) ? wordsIn(shop, order.language) : english
  const { to, subject, body } = orderMails(all)[kind]
  const words = all['mails/orders']
  if (order.customer.email === '' && to === 'shopper') return // erased, or staff made the order without one
  if (!isDelivered(order.delivery) && isParcelMail(kind)) return // there is no parcel
  const parcel = isParcelMail(kind) ? await findMailedParcel(shop.database.db, order, shipment) : null
  if (parcel === null && isParcelMail(kind)) return // the shipment was undone
  const pickup =
    kind === 'order-picked-up' ? await findMailedPickup(shop.database.db, order, task.pickup) : null
  if (pickup === null && kind === 'order-picked-up') return // undone
  const ofReturn = await findMailedReturn(shop, order, task, all)
  if (ofReturn === null && kind === 'return-changed') return // it has changed again
  const link = linkId === undefined ? null : await findPaymentLink(shop.database.db, linkId)
  if (kind === 'payment-link' && link?.state !== 'open') return // settled or cancelled in the meantime
  if (kind === 'payment-link-closed' && link && isBalanceDue(link.state)) return // due again in the meantime
  const refunds = refundId === undefined ? [] : await findRefunds(shop.database.db, orderId)
  const disputes = disputeId === undefined ? [] : await findDisputes(shop.database.db, orderId)
  const { name, email } = order.customer
  const { isTest } = shop.gateway
  const refund = refunds.find(({ id: known }) => known === refundId) ?? null
  const about: MailContext = {
    dispute: disputes.find(({ id: known }) => known === disputeId) ?? null,
    sums:
      received === undefined || returned === undefined
        ? null
        : { received: cents(received), returned: cents(returned) },
    parcel,
    pickup,
    ofReturn,
    change,
    shipsOn: task.shipsOn ?? '',
    pickupPlace: (await currentShipping(shop)).tariff.pickupPlace,
    link,
    payBy: link === null ? '' : dayIn(shop, link.expiresAt, all),
    returning: sharesOf(refunds, refundId),
    withdrawAt: (await mayWithdraw(shop, order))
      ? addressInLanguage(shop, order.language, '/withdraw')
      : null,
    split: kind === 'order-refunded' ? await splitOf(shop, order, refundId) : [],
    fee: kind === 'order-refunded' ? await feeOf(shop, orderId, refundId) : cents(0),
  }
  const { name: shopName } = await currentSetting(shop, SHOP_IDENTITY)
  const written = subject(order, refund, about)
  const named = to === 'shopper' ? written.replace(all['mails/layout'].shop, () => shopName) : written
  const content = pictured(shop, body(order, refund, about))
  const greeted = to === 'owner' ? content : greeting(content, name, words)
  const button =
    to === 'owner'
      ? { label: alertWords.openOrder, address: staffOrderAddress(shop, order) }
      : kind === 'payment-link' && link
        ? {
            label: all['mails/payment-links'].request.button(amountIn(words.LANGUAGE, link.amount)),
            address: shop.settings.publicUrl + paymentLinkPath(shop, link.id, order),
          }
        : { label: words.seeOrder, address: orderAddress(shop, order) }
  await sendMail(shop, {
    id: task.id ?? `${kind}-${orderId}`,
    kind,
    to:
      to === 'owner'
        ? { name: all['mails/layout'].shop, address: shop.settings.ownerEmail }
        : { name, address: email },
    subject: isTest ? words.testSubject(named) : named,
    body: { ...(isTest ? marked(greeted, order, words) : greeted), link: button },
    words: all,
    fields: orderFields(order, { isTest, words }),
    ...(to === 'owner' && email !== '' && { replyTo: email }),
  })
}

/** The return of a mail, as long as it is in the state that the mail tells of. */
async function findMailedReturn(
  shop: Shop,
  order: Order,
  { returnId, returnState }: Pick<OrderMailTask, 'returnId' | 'returnState'>,
  words: Words,
): Promise<MailContext['ofReturn']> {
  const found = returnId === undefined ? null : await findReturn(shop.database.db, returnId)
  if (!found || returnState === undefined || found.state !== returnState) return null
  const { instructions } = await currentSetting(shop, RETURNS)
  const heldUntil = found.heldUntil === null ? '' : dayIn(shop, found.heldUntil, words)
  const files = await findReturnFiles(shop.database.db, order.id)
  const label = files.find((file) => file.kind === 'label' && file.returnId === found.id)
  const labelAt = label ? returnFileAddress(shop, order, label) : ''
  return { found, state: returnState, instructions, heldUntil, labelAt }
}

async function splitOf(
  { database: { db } }: Shop,
  order: Order,
  id: RefundId | undefined,
): Promise<readonly SplitPart[]> {
  const { splits } = await readRefundLedger(db, order)
  return (id && splits.get(id)) ?? []
}

async function feeOf({ database }: Shop, orderId: OrderId, name: RefundId | undefined): Promise<Cents> {
  const asked = name && (await findOneTimeEvent(database.db, orderId, { kind: 'refund-asked', name }))
  return cents(Number(asked?.detail['fee'] ?? 0))
}

/** The shares of one refund, whose rows are named after the first: see return-money.ts. */
function sharesOf(refunds: readonly Refund[], id: RefundId | undefined): MailContext['returning'] {
  const own = (id && groupShares(refunds).get(id)) ?? []
  const sum = (isByHand: boolean) =>
    addCents(own.filter(({ source }) => isNoBankRefund(source) === isByHand).map(({ amount }) => amount))
  return { byCard: sum(false), byHand: sum(true) }
}

function dayIn({ settings: { timeZone } }: Shop, at: number, { language }: Words): string {
  return dateFormat(language.LANGUAGE, { dateStyle: 'long', timeZone }).format(at)
}

/** The mail with a greeting, which leaves out a name that may not be one. */
function greeting(body: MailBody, customerName: string, words: Words['mails/orders']): MailBody {
  const name = greetingName(customerName)
  return {
    ...body,
    paragraphs: [name === null ? words.greetingWithoutName : words.greeting(name), ...body.paragraphs],
  }
}

/** The same with the addresses of the pictures instead of their keys. */
function pictured({ images, settings }: Shop, body: MailBody): MailBody {
  if (!body.lines) return body
  const addressOf = (key: string) => new URL(images.url(key, PICTURE_WIDTH, 'webp'), settings.publicUrl).href
  return {
    ...body,
    lines: body.lines.map((line) => ({ ...line, picture: line.picture && addressOf(line.picture) })),
  }
}

/** Marks a mail about an order that was paid without real money, so that it is not shipped by mistake. */
function marked(
  body: MailBody,
  { delivery }: Pick<Order, 'delivery'>,
  words: Words['mails/orders'],
): MailBody {
  const test = delivery === 'pickup' ? words.testPickup : words.testOrder
  return { ...body, paragraphs: [test, ...body.paragraphs] }
}
