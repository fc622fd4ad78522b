import { amountIn } from '#domain/currency.ts'
import { formatAddress, type Address } from 'localized-address-format'
import { GIFT_CARD_KIND_WORDS } from '#domain/gift-cards/gift-card.ts'
import { EXTERNAL_METHODS, isExternalMethod } from '#domain/checkout/payment.ts'
import { dateFormat } from '#domain/date-format.ts'
import { countryName, type CountryNames } from '#domain/places/countries.ts'
import { regionCode } from '#domain/places/region-codes.ts'
import { totalRows, type OrderTotals, type TotalRow } from '#domain/orders/order-total.ts'
import { isNamed } from '#domain/orders/order-shipping.ts'
import type { LineUnits } from '#domain/orders/fulfilment.ts'
import { type Customer, type Order, type OrderLine } from '#domain/orders/order.ts'
import type { RefundChoice } from '#domain/refunds/refund-price.ts'
import type { Shop } from '#operations/shop.ts'
import * as alertWords from '#words/en/mails/alerts.ts'
import * as mailWords from '#words/en/mails/orders.ts'
import type { Words } from '#words/languages.ts'
import * as totalWords from '#words/en/totals.ts'

/** Spec 7, order notification: name, email, phone, address, order, total. */
export function notificationFacts(order: Order): [string, string][] {
  const { name, email, phone } = order.customer
  return [
    [alertWords.facts.name, name],
    [alertWords.facts.email, email],
    [alertWords.facts.phone, phone],
    // Gift cards alone are sent by email.
    ...(order.delivery === 'none'
      ? []
      : [[alertWords.facts.address, addressLine(order)] satisfies [string, string]]),
    ...(order.delivery === 'pickup'
      ? [[alertWords.facts.pickup, order.shipping.name] satisfies [string, string]]
      : !isNamed(order.shipping)
        ? []
        : [[alertWords.facts.shipping, order.shipping.name] satisfies [string, string]]),
    [alertWords.facts.order, lineList(order, mailWords)],
    ...(order.note === '' ? [] : [[alertWords.facts.note, order.note] satisfies [string, string]]),
    ...totalFacts(order),
  ]
}

/** The same under the names of spec 7, for templates of a mail service. */
export function orderFields(
  order: Order,
  { isTest, words }: { isTest: boolean; words: Words['mails/orders'] },
): Record<string, string> {
  const { name, email, phone } = order.customer
  return {
    name,
    email,
    phone,
    address: addressLine(order, words.countryNames),
    order: isTest ? words.testSubject(lineList(order, words)) : lineList(order, words),
    total: amountIn(words.LANGUAGE, order.total),
    order_number: order.number,
  }
}

function lineList({ lines }: Order, words: Words['mails/orders']): string {
  return lines.map((line) => words.line(line.quantity, lineName(line, words))).join(', ')
}

/** The name of a line with its size, or with the amount of a gift card. */
export function lineName(
  {
    name,
    size,
    unitPrice,
    giftCard,
    shipsOn,
  }: Pick<OrderLine, 'name' | 'size' | 'unitPrice' | 'giftCard' | 'shipsOn'>,
  words: Pick<Words['mails/orders'], 'LANGUAGE' | 'lineName' | 'giftName' | 'preordered'>,
): string {
  const named = giftCard
    ? words.giftName(name, amountIn(words.LANGUAGE, unitPrice))
    : words.lineName(name, size)
  return shipsOn === undefined ? named : words.preordered(named, shipsOn)
}

/** For whom the gift cards of an order are, and when they are sent, for its mails. */
export function giftFacts(order: Order, all: Words): [string, string][] {
  const words = all['mails/orders']
  const day = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' })
  const facts = (order.gifts ?? []).flatMap(({ position, name, email, sendOn }): [string, string][] => {
    const line = order.lines[position]
    if (!line || name === '' || email === order.customer.email) return []
    const when = sendOn === null ? words.giftTo(name) : words.giftOn(name, day.format(Date.parse(sendOn)))
    return [[lineName(line, words), when]]
  })
  return [...new Map(facts.map((fact) => [fact.join('\0'), fact])).values()]
}

type NamedLine = Pick<OrderLine, 'name' | 'size'> & Partial<Pick<OrderLine, 'unitPrice' | 'giftCard'>>

/** Units of lines in words, each once: `2 x Crew Sock, M`, `1 x Gift card, C$50.00`. For staff in English. */
export function unitWords(
  lines: readonly NamedLine[],
  units: readonly LineUnits[],
  words: Pick<Words['mails/orders'], 'LANGUAGE' | 'units'> = mailWords,
): string[] {
  return lines.flatMap(({ name, size, unitPrice, giftCard }, position) => {
    const quantity = units.find((one) => one.position === position)?.quantity ?? 0
    const which = giftCard && unitPrice !== undefined ? amountIn(words.LANGUAGE, unitPrice) : size
    return quantity > 0 ? [words.units(quantity, name, which)] : []
  })
}

/** What a refund by item is for, for staff: `1 x Crew Sock, M; shipping`. */
export function refundedWords(lines: readonly NamedLine[], { items, shipping }: RefundChoice): string {
  return [...unitWords(lines, items), ...(shipping ? ['shipping'] : [])].join('; ')
}

/** The rows of the total, for staff. */
export function totalFacts(order: Order): TotalRow[] {
  return paidFacts(order, totalWords)
}

/** The same as shoppers see them, with what gift cards paid. */
export function paidFacts(order: OrderTotals & Pick<Order, 'giftCards'>, words: Words['totals']): TotalRow[] {
  const money = (amount: number) => amountIn(words.LANGUAGE, amount)
  const byCards = (order.giftCards ?? []).map(({ lastFour, amount }): TotalRow => [
    words.paidBy(lastFour),
    money(amount),
  ])
  return [...totalRows(order, money, words), ...byCards]
}

/** Who a parcel is for and where it goes, in one line. */
export function recipientWords(customer: Customer, countryNames?: CountryNames): string {
  return [customer.name, ...addressLines(customer, countryNames)].join(', ')
}

/** Scripts whose addresses begin with the country's largest part. */
const LARGEST_FIRST =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/**
 * An address as lines of a shipping label, in the order of its country. What the post of the country does not ask for
 * stands beside the city, or at the end of the street; a city that is the whole country or its region is left out.
 */
export function addressLines(
  { address, city, region, country, postal }: Customer,
  countryNames?: CountryNames,
): string[] {
  const script = LARGEST_FIRST.test(address + city) ? 'local' : 'latin'
  const format = (parts: Omit<Address, 'postalCountry'>) =>
    formatAddress({ postalCountry: country, ...parts }, script)
  const takes = (field: 'locality' | 'administrativeArea' | 'postalCode') =>
    format({ [field]: '\0' }).some((line) => line.includes('\0'))
  const name = countryName(country, countryNames)
  const place = [
    takes('locality') || ![name, region].includes(city) ? city : '',
    takes('administrativeArea') ? '' : region,
    takes('postalCode') ? '' : postal,
  ]
    .filter(Boolean)
    .join(', ')
  const lines = format({
    addressLines: [[address, takes('locality') ? '' : place].filter(Boolean).join(', ')].filter(Boolean),
    locality: takes('locality') ? place : '',
    administrativeArea: regionCode(country, region) ?? region,
    postalCode: postal.replace(/^(?:〒|[A-Z]{1,2}-(?=\d))/i, ''),
  })
  return [...lines, name].filter(Boolean)
}

/** Address, city, region if any, country and postal code, joined (spec 7). */
export function addressLine({ customer }: Pick<Order, 'customer'>, countryNames?: CountryNames): string {
  const { address, city, region, country, postal } = customer
  return [address, city, region, countryName(country, countryNames), postal].filter(Boolean).join(', ')
}

/** What staff call the way of a payment: `Cash`, or the name of its gateway. */
export function paymentMethod({ gatewayLabels }: Pick<Shop, 'gatewayLabels'>, gateway: string): string {
  const names: Readonly<Record<string, string>> = { ...gatewayLabels, ...GIFT_CARD_KIND_WORDS }
  return isExternalMethod(gateway) ? EXTERNAL_METHODS[gateway] : (names[gateway] ?? gateway)
}
