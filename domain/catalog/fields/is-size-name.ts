import type { Size } from '#domain/catalog/size.ts'

/** The longest name of a size, in characters. */
export const MAX_SIZE_LENGTH = 20

const SIZE = /^[\p{L}\p{N}](?:[\p{L}\p{N} .'"/+-]*[\p{L}\p{N}.'"+])?$/u

/** Whether a text can be the name of a size: letters, digits and few signs, on one line, without spaces around it. */
export function isSizeName(text: string): boolean {
  return text.length <= MAX_SIZE_LENGTH && SIZE.test(text)
}

/** Parses what may be the name of a size; null when it cannot be one. */
export function readSizeName(value: unknown): Size | null {
  return typeof value === 'string' && isSizeName(value) ? value : null
}
