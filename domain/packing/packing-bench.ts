import { isSameBarcode } from '#domain/catalog/gtin.ts'
import { carrierOfNumber, hasGs1Digit } from './carriers.ts'
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
 * as the barcode of another item or a tracking number. `carrier`: whose number it is by its check digit, or null.
 */
export type ScanResult =
  | { kind: 'slip' | 'unfinished' | 'next'; number: string }
  | { kind: 'item' | 'surplus'; position: number }
  | { kind: 'same-slip' | 'no-slip' }
  | { kind: 'other'; isComplete: boolean; carrier: string | null }

/**
 * Whether a code is a product's barcode, such as EAN-13 or UPC-A, by its length and check digit (GS1 General
 * Specifications, 7.9). Such a code is not accepted as a tracking number.
 */
export function isProductCode(code: string): boolean {
  return /^(\d{8}|\d{12,13})$/.test(code) && hasGs1Digit(code)
}

/** The meaning of a scanned or typed code. */
export function interpretScan(code: string, parcel: Parcel | null): ScanResult {
  const number = parseOrderNumber(code)
  if (parcel === null) return number === null ? { kind: 'no-slip' } : { kind: 'slip', number }
  if (number === parcel.number) return { kind: 'same-slip' }
  const matching = parcel.items.filter(({ barcode }) => isSameBarcode(barcode, code.trim()))
  const item = matching.find((item) => missingUnits(parcel, item) > 0) ?? matching[0]
  // A code of an item may look like the number of an order.
  if (!item && number !== null) return { kind: isComplete(parcel) ? 'next' : 'unfinished', number }
  if (!item) return { kind: 'other', isComplete: isComplete(parcel), carrier: carrierOfNumber(code) }
  const { position } = item
  return { kind: missingUnits(parcel, item) > 0 ? 'item' : 'surplus', position }
}

/**
 * Of the ways in which what was scanned can be read, the first that is understood; without one, the first. A scanner
 * may be set to another keyboard than the computer, and may type into a field that has text.
 */
export function understoodReading(
  readings: readonly string[],
  parcel: Parcel | null,
): { code: string; meaning: ScanResult } {
  const read = readings.map((code) => ({ code: code.trim(), meaning: interpretScan(code, parcel) }))
  const isUnderstood = ({ meaning }: (typeof read)[number]) =>
    meaning.kind === 'other' ? meaning.carrier !== null : meaning.kind !== 'no-slip'
  const [first = { code: '', meaning: interpretScan('', parcel) }] = read
  return read.find(isUnderstood) ?? first
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

/** The parcel with one less of an item, as after a wrong tap. */
export function withOneLess<P extends Parcel>(parcel: P, position: number): P {
  const left = Math.max(0, (parcel.packed[position] ?? 0) - 1)
  return { ...parcel, packed: { ...parcel.packed, [position]: left } }
}

/** What is in the parcel, as units of the order's lines. */
export function packedUnits({ items, packed }: Parcel): { position: number; quantity: number }[] {
  return items.flatMap(({ position }) => {
    const quantity = packed[position] ?? 0
    return quantity > 0 ? [{ position, quantity }] : []
  })
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
