/** How many codes a cart may have, and how long one may be as typed. */
export const MAX_CODES = 5
export const MAX_TYPED_CODE = 60

/** A code as it is compared: without case and spaces. */
export function normalizeCode(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase()
}
