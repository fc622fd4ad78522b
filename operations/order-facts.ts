import { findCountry } from '#domain/countries.ts'
import { decimalDollars, type Cents } from '#domain/money.ts'
import { orderLineName, type Order } from '#domain/order.ts'

/** Spec 7, order notification: name, email, phone, address, order, total. */
export function notificationFacts(order: Order): [string, string][] {
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

/** The lines, with what each comes to. */
export function lineFacts({ lines }: Order): [string, string][] {
  return lines.map((line) => [
    `${line.quantity}x ${orderLineName(line)}`,
    money((line.unitPrice * line.quantity) as Cents),
  ])
}

/** How the total is made. */
export function totalFacts({ subtotal, tax, shipping, total }: Order): [string, string][] {
  return [
    ['Subtotal', money(subtotal)],
    ['Tax', money(tax)],
    ['Shipping', money(shipping)],
    ['Total', money(total)],
  ]
}

/** Address, city, region if any, country and postal code, joined (spec 7). */
export function addressLine({ customer }: Order): string {
  const { address, city, region, country, postal } = customer
  return [address, city, region, findCountry(country)?.name ?? country, postal].filter(Boolean).join(', ')
}

/** `C$145.36`: what an order says about money, in every mail. */
export function money(amount: Cents): string {
  return `C$${decimalDollars(amount)}`
}
