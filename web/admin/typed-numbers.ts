import { centsFromDollars } from '#domain/money.ts'

/** What cannot be read becomes -1, which the server refuses at its field. */

/** Dollars as typed, in cents; -1 when they cannot be read. */
export function centsOf(typed: string): number {
  const text = typed
    .replace(/^\s*(C?\$)?\s*/, '')
    .trim()
    .replace(',', '.')
  return /^\d{1,7}(\.\d{1,2})?$/.test(text) ? (centsFromDollars(Number(text)) ?? -1) : -1
}

/** Kilograms or a percentage as typed, in thousandths; -1 when they cannot be read. */
export function scaled(typed: string, by: number): number {
  const text = typed
    .replace(/(kg|%)\s*$/i, '')
    .trim()
    .replace(',', '.')
  return /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * by) : -1
}

/** A count as typed; -1 when it cannot be read. */
export function wholeOf(typed: string): number {
  return /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : -1
}
