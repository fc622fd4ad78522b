/** Bytes of a file from `start` to `end`, exclusive. */
export interface ByteRange {
  start: number
  end: number
  isWhole: boolean
}

/**
 * The part requested by a Range header: a single range from its first byte, or null when the file is shorter. Any other
 * header gets the whole file.
 */
export function byteRange(range: string | undefined, size: number): ByteRange | null {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(range ?? '') ?? []
  const end = last === undefined ? size : Math.min(Number(last) + 1, size)
  if (first === undefined || Number(first) > Number(last ?? first))
    return { start: 0, end: size, isWhole: true }
  return Number(first) < size ? { start: Number(first), end, isWhole: false } : null
}
