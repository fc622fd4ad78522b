import { findOrder } from '#db/orders.ts'
import { findCountry } from '#domain/countries.ts'
import { decimalDollars, type Cents } from '#domain/money.ts'
import { orderLineName, type Order } from '#domain/order.ts'
import { mailHtml, mailText, type MailBody } from './mail-body.ts'
import type { Shop } from './shop.ts'

/** The mails about an order: to the owner that it came, to the shopper that it is in, and what went wrong. */
export const ORDER_MAILS = [
  'order-notification',
  'order-confirmation',
  'refund-notice',
  'refund-alert',
  'refund-failed-alert',
  'attention-alert',
] as const

/** One of them. */
export type OrderMail = (typeof ORDER_MAILS)[number]

interface Letter {
  to: 'owner' | 'shopper'
  subject: (order: Order) => string
  body: (order: Order) => MailBody
}

const LETTERS: Record<OrderMail, Letter> = {
  'order-notification': {
    to: 'owner',
    subject: ({ number, customer }) => `New order ${number} from ${customer.name}`,
    body: (order) => ({
      heading: `New order ${order.number}`,
      paragraphs: [],
      facts: notificationFacts(order),
    }),
  },
  'order-confirmation': {
    to: 'shopper',
    subject: ({ number }) => `Your Redemption order ${number}`,
    body: (order) => ({
      heading: 'Thanks for your order!',
      paragraphs: [
        `We have your order ${order.number} and are getting it ready.`,
        'Delivery usually takes 7 to 14 business days.',
      ],
      facts: [...lineFacts(order), ...totalFacts(order), ['Delivered to', addressLine(order)]],
    }),
  },
  'refund-notice': {
    to: 'shopper',
    subject: ({ number }) => `Your money is on its way back: order ${number}`,
    body: (order) => ({
      heading: 'Sold out before your payment arrived',
      paragraphs: [
        `Your payment for order ${order.number} came after the time we could hold the pieces for you, and they have been sold since.`,
        `We are returning the whole ${money(order.total)} to your card. Banks usually show it within 5 to 10 business days.`,
        'We are sorry.',
      ],
      facts: lineFacts(order),
    }),
  },
  'refund-alert': {
    to: 'owner',
    subject: ({ number }) => `Order ${number} was paid too late and is being refunded`,
    body: (order) => ({
      heading: `Order ${order.number} is being refunded`,
      paragraphs: [
        'The payment arrived after the hold had run out, and the pieces were sold meanwhile. The shopper has been told.',
      ],
      facts: notificationFacts(order),
    }),
  },
  'refund-failed-alert': {
    to: 'owner',
    subject: ({ number }) => `The refund of order ${number} failed`,
    body: (order) => ({
      heading: `The refund of order ${order.number} failed`,
      paragraphs: [
        'The gateway has refused the refund for a day. The shopper was told that the money is on its way: please return it by hand at the gateway.',
      ],
      facts: notificationFacts(order),
    }),
  },
  'attention-alert': {
    to: 'owner',
    subject: ({ number }) => `Order ${number} needs your attention`,
    body: (order) => ({
      heading: `Order ${order.number} needs your attention`,
      paragraphs: [
        'The payment at the gateway does not agree with the order: amount, currency or payment differ. Nothing was shipped or refunded. Compare the two at the gateway before you do either.',
      ],
      facts: notificationFacts(order),
    }),
  },
}

/** Sends one mail about an order. Throws when the mail was not taken, and the outbox tries again. */
export async function sendOrderMail(shop: Shop, kind: OrderMail, orderId: string): Promise<void> {
  const order = await findOrder(shop.database.db, orderId)
  if (!order) throw new Error(`There is no order ${orderId} to write about`)
  const { to, subject, body } = LETTERS[kind]
  const { name, email } = order.customer
  const isTest = shop.gateway.cardEntry.gateway === 'test'
  const letter = isTest ? marked(body(order)) : body(order)
  await shop.mailer.send({
    id: `${kind}-${orderId}`,
    to: to === 'owner' ? { name: 'Redemption', address: shop.settings.ownerEmail } : { name, address: email },
    subject: isTest ? `[TEST] ${subject(order)}` : subject(order),
    text: mailText(letter),
    html: mailHtml(letter),
    ...(to === 'owner' && { replyTo: email }),
  })
}

/** A mail about an order that was paid at the built-in test gateway, so that nobody ships it by mistake. */
function marked(body: MailBody): MailBody {
  const warning = 'This is a test order: no money was taken, and nothing is to be shipped.'
  return { ...body, paragraphs: [warning, ...body.paragraphs] }
}

/** Spec 7, order notification: name, email, phone, address, order, total. */
function notificationFacts(order: Order): [string, string][] {
  const { name, email, phone } = order.customer
  return [
    ['Name', name],
    ['E-mail', email],
    ['Phone', phone],
    ['Address', addressLine(order)],
    ['Order', order.lines.map((line) => `${line.quantity}x ${orderLineName(line)}`).join(', ')],
    ...(order.note === '' ? [] : [['Note', order.note] satisfies [string, string]]),
    ...totalFacts(order),
  ]
}

function lineFacts({ lines }: Order): [string, string][] {
  return lines.map((line) => [
    `${line.quantity}x ${orderLineName(line)}`,
    money((line.unitPrice * line.quantity) as Cents),
  ])
}

function totalFacts({ subtotal, tax, shipping, total }: Order): [string, string][] {
  return [
    ['Subtotal', money(subtotal)],
    ['Tax', money(tax)],
    ['Shipping', money(shipping)],
    ['Total', money(total)],
  ]
}

/** Address, city, region if any, country and postal code, joined (spec 7). */
function addressLine({ customer }: Order): string {
  const { address, city, region, country, postal } = customer
  return [address, city, region, findCountry(country)?.name ?? country, postal].filter(Boolean).join(', ')
}

function money(amount: Cents): string {
  return `C$${decimalDollars(amount)}`
}
