import { parseOrderNumber } from './parse-tracking.ts'

/** An item to pack. `barcode` is empty when none is known. */
export interface BenchItem {
  position: number
  name: string
  size: string
  quantity: number
  barcode: string
}

/** An order that is being packed: how many of each item are in the parcel, by position. */
export interface Parcel<Item extends BenchItem = BenchItem> {
  number: string
  items: readonly Item[]
  packed: Readonly<Record<number, number>>
}

/**
 * What a scan means. `slip`: the slip of an order; `item`: one more of this item; `surplus`: all of this item are
 * packed; `same-slip`: the slip of the open parcel; `unfinished`: the slip of another order, while something is
 * missing; `next`: of another order, while nothing is; `no-slip`: there is no open parcel; `other`: anything else, such
 * as the barcode of another item or, when nothing is missing, a tracking number.
 */
export type ScanResult =
  | { kind: 'slip' | 'unfinished' | 'next'; number: string }
  | { kind: 'item' | 'surplus'; position: number }
  | { kind: 'same-slip' | 'no-slip' }
  | { kind: 'other'; isComplete: boolean }

/**
 * Whether a code is a product's barcode, such as EAN-13 or UPC-A, by its length and check digit (GS1 General
 * Specifications, 7.9). Such a code is not accepted as a tracking number.
 */
export function isProductCode(code: string): boolean {
  if (!/^(\d{8}|\d{12,13})$/.test(code)) return false
  const sum = [...code]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The meaning of a scanned or typed code. */
export function interpretScan(code: string, parcel: Parcel | null): ScanResult {
  const number = parseOrderNumber(code)
  if (parcel === null) return number === null ? { kind: 'no-slip' } : { kind: 'slip', number }
  if (number === parcel.number) return { kind: 'same-slip' }
  if (number !== null) return { kind: isComplete(parcel) ? 'next' : 'unfinished', number }
  const matching = parcel.items.filter(({ barcode }) => barcode !== '' && barcode === code.trim())
  const item = matching.find((item) => missingUnits(parcel, item) > 0) ?? matching[0]
  if (!item) return { kind: 'other', isComplete: isComplete(parcel) }
  const { position } = item
  return { kind: missingUnits(parcel, item) > 0 ? 'item' : 'surplus', position }
}

/** How many of an item are not in the parcel yet. */
export function missingUnits({ packed }: Pick<Parcel, 'packed'>, { position, quantity }: BenchItem): number {
  return quantity - (packed[position] ?? 0)
}

/** How many items are not in the parcel yet. */
export function missingInParcel(parcel: Parcel): number {
  return parcel.items.reduce((sum, item) => sum + missingUnits(parcel, item), 0)
}

/** Whether every item is in the parcel. */
export function isComplete(parcel: Parcel): boolean {
  return missingInParcel(parcel) === 0
}

/** The parcel with one more of an item. */
export function withOneMore<P extends Parcel>(parcel: P, position: number): P {
  return { ...parcel, packed: { ...parcel.packed, [position]: (parcel.packed[position] ?? 0) + 1 } }
}

/** How long a bench may be silent before its claim on an order ends. */
export const CLAIM_MS = 10 * 60_000

/** Whether a bench is packing the order of this claim now. */
export function isBeingPacked(
  { seenAt, packedAt }: { seenAt: number; packedAt: number | null },
  now: number,
): boolean {
  return packedAt === null && now - seenAt < CLAIM_MS
}
