import { isAmong } from '#db/engine/is-among.ts'
import { findPayments } from '#db/checkout/payments.ts'
import { findRefundParts } from '#db/orders/refunded-units.ts'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import { readRefundLedger } from '#db/refunds/refund-ledger.ts'
import { findRefundsOf } from '#db/refunds/refunds.ts'
import { amountIn } from '#domain/currency.ts'
import { isExternalMethod } from '#domain/checkout/payment.ts'
import type { OrderId } from '#domain/ids.ts'
import { dateFormat } from '#domain/date-format.ts'
import { orderAsSaid } from '#domain/orders/order-as-said.ts'
import { orderLinePrice, type Order } from '#domain/orders/order.ts'
import { splitRows } from '#domain/refunds/refund-split.ts'
import { choicesOf } from '#domain/refunds/refunded-units.ts'
import type { Refund } from '#domain/refunds/refund.ts'
import { addressOf, SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { addressLines, paidFacts, unitWords } from '#operations/order-facts.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { wordsIn, type Words } from '#words/languages.ts'
import type { OrderDocument } from './write-document.ts'

/** A document of an order: the name of its file, and of a credit note its number. */
export interface OwnDocument {
  file: string
  credit: number | null
}

/** Countries that print on Letter; all others have A4. */
const LETTER = new Set(['CA', 'US', 'MX', 'CL', 'CO', 'CR', 'DO', 'GT', 'PA', 'PH', 'PR', 'SV', 'VE'])

/**
 * The documents of each of these orders, the invoice first: one that was never paid has none. A credit note is of
 * money that is back, and not of what a bank took; its number is that of the refund, whatever becomes of others.
 */
export async function listOwnDocuments(
  { database }: Pick<Shop, 'database'>,
  orders: readonly Pick<Order, 'id' | 'paidAt'>[],
): Promise<Map<string, OwnDocument[]>> {
  const paid = orders.filter(({ paidAt }) => paidAt !== null).map(({ id }) => id)
  const credits = Map.groupBy(await creditNotes(database.db, paid), ({ orderId }) => orderId)
  return new Map(
    paid.map((id) => [
      id,
      [
        { file: 'invoice.pdf', credit: null },
        ...(credits.get(id) ?? []).map(({ number }) => ({
          file: `credit-note-${number}.pdf`,
          credit: number,
        })),
      ],
    ]),
  )
}

/** The document with the name of its file; null: the order has none of that name. */
export async function readOwnDocument(
  shop: Shop,
  written: Order,
  file: string,
): Promise<OrderDocument | null> {
  const documents = (await listOwnDocuments(shop, [written])).get(written.id)
  const found = documents?.find((one) => one.file === file)
  if (!found) return null
  const order = orderAsSaid(written)
  const all = wordsIn(shop, order.language)
  const { timeZone } = shop.settings
  const day = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeZone })
  const identity = await currentSetting(shopInLanguage(shop, order.language), SHOP_IDENTITY)
  const { customer } = order
  const frame = {
    language: all.language.LANGUAGE,
    seller: [identity.name, ...addressOf(identity).split('\n').filter(Boolean)],
    buyer: {
      heading: all.documents.to,
      lines: [
        customer.name,
        ...(order.delivery === 'ship' ? addressLines(customer, all.countries.names) : []),
        customer.email,
      ].filter(Boolean),
    },
    columns: all.documents.columns,
    paper: LETTER.has(customer.country) ? 'LETTER' : 'A4',
  } as const satisfies Partial<OrderDocument>
  const notes = shop.gateway.isTest ? [all.documents.test] : []
  return found.credit === null
    ? { ...frame, ...(await invoiceOf(shop, order, all, day)), notes }
    : { ...frame, ...(await creditNoteOf(shop, order, all, day, found.credit)), notes }
}

type Content = Pick<OrderDocument, 'title' | 'number' | 'facts' | 'lines' | 'sums' | 'total'>

async function invoiceOf(
  { database: { db } }: Shop,
  order: Order,
  all: Words,
  day: Intl.DateTimeFormat,
): Promise<Content> {
  const words = all.documents
  const money = (amount: number) => amountIn(all.language.LANGUAGE, amount)
  const [payments, link] = await Promise.all([findPayments(db, order.id), findDueLink(db, order.id)])
  const methods = payments
    .filter(({ received, kind }) => received > 0 && kind !== 'gift-card')
    .map(({ gateway }) => words.methods[isExternalMethod(gateway) ? gateway : 'card'])
  const sums = paidFacts(order, all.totals)
  const gifts = order.giftCards?.length ?? 0
  return {
    title: words.invoice,
    number: words.number(order.number),
    facts: [
      [words.placed, day.format(order.createdAt)],
      [words.paid, day.format(order.paidAt ?? order.createdAt)],
      ...(methods.length > 0
        ? [[words.method, [...new Set(methods)].join(', ')] satisfies [string, string]]
        : []),
    ],
    lines: order.lines.map((line) => ({
      what: line.name,
      details: line.giftCard ? [] : [words.size(line.size)],
      quantity: String(line.quantity),
      price: money(line.unitPrice),
      amount: money(orderLinePrice(line)),
    })),
    sums: [...sums, ...(link === null ? [] : [[words.left, money(link.amount)] satisfies [string, string]])],
    total: sums.length - 1 - gifts,
  }
}

async function creditNoteOf(
  { database: { db } }: Shop,
  order: Order,
  all: Words,
  day: Intl.DateTimeFormat,
  number: number,
): Promise<Content> {
  const words = all.documents
  const money = (amount: number) => amountIn(all.language.LANGUAGE, amount)
  const { refund, at } = (await creditNotes(db, [order.id])).find((one) => one.number === number)!
  const [ledger, parts] = await Promise.all([readRefundLedger(db, order), findRefundParts(db, order.id)])
  const units = unitWords(order.lines, choicesOf(parts).get(refund.id)?.items ?? [], all['mails/orders'])
  const rows = splitRows(ledger.splits.get(refund.id) ?? [], money, all.totals)
  return {
    title: words.creditNote,
    number: words.number(`${order.number}-C${number}`),
    facts: [
      [words.ofInvoice, order.number],
      [words.refunded, day.format(at)],
      [words.method, words.returned[methodOf(refund)]],
    ],
    lines: units.map((what) => ({ what, details: [], quantity: '', price: '', amount: '' })),
    sums: [...rows, [words.returnedInAll, money(refund.amount)]],
    total: rows.length,
  }
}

function methodOf({ source }: Pick<Refund, 'source'>): keyof Words['documents']['returned'] {
  return source === 'gift-card' || source === 'store-credit' || source === 'by-hand' ? source : 'card'
}

/** The refunds that are back, each with its number among all that its order ever had. */
async function creditNotes(
  db: Shop['database']['db'],
  ids: readonly OrderId[],
): Promise<{ orderId: OrderId; number: number; refund: Refund; at: number }[]> {
  const [rows, refunds] = await Promise.all([
    db
      .selectFrom('refunds')
      .select(['id', 'order_id', 'created_at', 'done_at'])
      .where(isAmong(db, 'order_id', ids))
      .where('corrects', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    findRefundsOf(db, ids),
  ])
  return [...Map.groupBy(rows, ({ order_id }) => order_id)].flatMap(([orderId, own]) =>
    own.flatMap(({ id, created_at, done_at }, at) => {
      const refund = refunds.get(orderId)?.find((one) => one.id === id)
      if (refund?.state !== 'done' || refund.source === 'dispute') return []
      return [{ orderId, number: at + 1, refund, at: done_at ?? created_at }]
    }),
  )
}
