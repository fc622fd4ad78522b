import type { PackingOrder } from '#db/packing/packing-orders.ts'
import type { CsvCell } from '#domain/csv.ts'
import { decimalDollars, signedCents } from '#domain/money.ts'
import type { CarrierColumn, CarrierField } from '#domain/packing/carrier-columns.ts'
import { findCountry } from '#domain/places/countries.ts'

/** The rows of a carrier file: one per order. */
export function carrierRows(orders: readonly PackingOrder[], columns: readonly CarrierColumn[]): CsvCell[][] {
  return orders.map((order) =>
    columns.map(({ cell }) => ('text' in cell ? cell.text : FIELDS[cell.field](order))),
  )
}

const FIELDS: Record<CarrierField, (order: PackingOrder) => CsvCell> = {
  order: ({ number }) => number,
  name: ({ customer }) => customer.name,
  phone: ({ customer }) => customer.phone,
  email: ({ customer }) => customer.email,
  address: ({ customer }) => customer.address,
  city: ({ customer }) => customer.city,
  region: ({ customer }) => customer.region,
  postal: ({ customer }) => customer.postal,
  country: ({ customer }) => customer.country,
  'country-name': ({ customer }) => findCountry(customer.country)?.name ?? customer.country,
  contents: ({ items }) =>
    items
      .filter(({ quantity }) => quantity > 0)
      .map(({ quantity, name, size }) => `${quantity} x ${name}, ${size}`)
      .join('; '),
  units: ({ items }) => items.reduce((sum, { quantity }) => sum + quantity, 0),
  value: (order) => decimalDollars(signedCents(itemsValue(order))),
  currency: () => 'CAD',
  note: ({ note }) => note.replaceAll(/\s+/g, ' '),
}

/** What the items of a parcel cost, in cents, without shipping and tax: the value for customs. */
export function itemsValue({ items }: Pick<PackingOrder, 'items'>): number {
  return items.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0)
}
