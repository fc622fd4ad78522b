import { normalizeSearch } from '#domain/catalog/search/search.ts'
import { normalizePostal } from '#domain/checkout/shipping/find-zone.ts'
import type { CartItem } from '#domain/checkout/cart.ts'
import type { Customer } from '#domain/orders/order.ts'
import type { Drop } from './drop.ts'

/** What the orders of one person have in common: any of them is enough. The first one is the reason of a refusal. */
export const BUYER_SIGNS = ['email', 'address', 'device', 'card'] as const

/** A sign by which a person is known again. */
export type BuyerSign = (typeof BUYER_SIGNS)[number]

/** A drop of which one person may have `perPerson` pieces. */
export type LimitedDrop = Drop & { perPerson: number }

/** The drops whose pieces are limited. */
export function limitedDrops(drops: readonly Drop[]): LimitedDrop[] {
  return drops.filter((one): one is LimitedDrop => one.perPerson !== null)
}

/** How many units are of a drop. */
export function piecesOf(
  { products }: Pick<Drop, 'products'>,
  units: readonly Pick<CartItem, 'productId' | 'quantity'>[],
): number {
  return units.reduce(
    (sum, { productId, quantity }) => sum + (products.includes(productId) ? quantity : 0),
    0,
  )
}

/**
 * A delivery address for counting, in one form for all its spellings: without the words for a flat, and with those for
 * streets and directions in short. Empty without a street.
 */
export function limitAddress({
  address,
  postal,
  country,
}: Pick<Customer, 'address' | 'postal' | 'country'>): string {
  const words = normalizeSearch(address).match(/\p{N}+|[\p{L}\p{M}]+/gu) ?? []
  const street = words.filter((word) => !FLAT.has(word)).map((word) => SHORT[word] ?? word)
  return street.length === 0 ? '' : [country, normalizePostal(postal), ...street].join(' ').toWellFormed()
}

const FLAT = new Set([
  'apartment',
  'apt',
  'app',
  'appartement',
  'flat',
  'no',
  'number',
  'ste',
  'suite',
  'unit',
])

const SHORT: Readonly<Record<string, string>> = {
  av: 'ave',
  avenue: 'ave',
  boul: 'blvd',
  boulevard: 'blvd',
  circle: 'cir',
  court: 'ct',
  cr: 'cres',
  crescent: 'cres',
  drive: 'dr',
  highway: 'hwy',
  lane: 'ln',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  square: 'sq',
  str: 'st',
  street: 'st',
  terrace: 'ter',
  east: 'e',
  north: 'n',
  south: 's',
  west: 'w',
}
