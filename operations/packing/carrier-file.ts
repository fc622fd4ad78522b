import { charging } from '#domain/charged-currency.ts'
import type { PackingItem, PackingOrder } from '#db/packing/packing-orders.ts'
import type { CsvCell } from '#domain/csv.ts'
import { decimalDollars, signedCents } from '#domain/money.ts'
import type { CarrierColumn, CarrierField } from '#domain/packing/carrier-columns.ts'
import { findCountry } from '#domain/places/countries.ts'

/** The rows of a carrier file: one per order that is sent. Orders for pickup are left out. */
export function carrierRows(orders: readonly PackingOrder[], columns: readonly CarrierColumn[]): CsvCell[][] {
  return orders
    .filter(({ delivery }) => delivery !== 'pickup')
    .map((order) => columns.map(({ cell }) => ('text' in cell ? cell.text : FIELDS[cell.field](order))))
}

const FIELDS: Record<CarrierField, (order: PackingOrder) => CsvCell> = {
  order: ({ number }) => number,
  name: ({ customer }) => customer.name,
  phone: ({ customer }) => diallable(customer.phone),
  email: ({ customer }) => customer.email,
  address: ({ customer }) => customer.address,
  city: ({ customer }) => customer.city,
  region: ({ customer }) => customer.region,
  postal: ({ customer }) => customer.postal,
  country: ({ customer }) => customer.country,
  'country-name': ({ customer }) => findCountry(customer.country)?.name ?? customer.country,
  contents: ofEach(({ quantity, name, size }) => `${quantity} x ${name}, ${size}`),
  units: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  value: (order) => decimalDollars(signedCents(itemsValue(order))),
  currency: () => charging.currency,
  note: ({ note }) => note.replaceAll(/\s+/g, ' '),
  shipping: ({ shippingName }) => shippingName,
  weight: ({ items }) => kilograms(parcelWeight(items)),
  'hs-codes': ofEach(({ hsCode }) => hsCode),
  origins: ofEach(({ origin }) => origin),
  'item-values': ofEach(({ unitPrice, quantity }) => decimalDollars(signedCents(unitPrice * quantity))),
  'item-weights': ofEach((item) => kilograms(parcelWeight([item]))),
  duty: ({ duty }) => duty?.toUpperCase() ?? '',
}

/**
 * `+1 306 555-0100` as `+13065550100`, which carriers read and which is no formula in a spreadsheet. Any other
 * notation, such as one with an extension, stays as the customer wrote it.
 */
function diallable(phone: string): string {
  return /^\+[\d ().-]+$/.test(phone) ? `+${phone.replaceAll(/\D/g, '')}` : phone
}

/** Grams of what is in a parcel; null when the weight of an item is unknown. */
export function parcelWeight(items: readonly Pick<PackingItem, 'weight' | 'quantity'>[]): number | null {
  let sum = 0
  for (const { weight, quantity } of items) {
    if (quantity === 0) continue
    if (weight === null) return null
    sum += weight * quantity
  }
  return sum
}

/** `0.45`: grams in kilograms. Empty when unknown. */
export function kilograms(grams: number | null): string {
  return grams === null ? '' : String(grams / 1_000)
}

/** A cell with one value for each item, in their order. Empty when the value is unknown for all items. */
function ofEach(of: (item: PackingItem) => string): (order: PackingOrder) => string {
  return ({ items }) => {
    const all = items.filter(({ quantity }) => quantity > 0).map(of)
    return all.some((text) => text !== '') ? all.join('; ') : ''
  }
}

/** What the items of a parcel cost, in cents, without shipping and tax: the value for customs. */
export function itemsValue({ items }: Pick<PackingOrder, 'items'>): number {
  return items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
}
