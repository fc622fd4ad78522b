const HEADER = 8
const LONG_HEADER = 16
const VERSION_AND_FLAGS = 4
/** The path to the image sizes in the file (ISO/IEC 23008-12). */
const SIZE_BOX_PATH = ['meta', 'iprp', 'ipco', 'ispe']

/**
 * The pixel count of the largest image coded in an AVIF file; 0 when the file does not state it. The displayed size may
 * be a crop (`clap`) of a far larger image, which is decoded in full.
 */
export function largestCodedImage(bytes: Buffer): number {
  return largestIn(bytes, SIZE_BOX_PATH)
}

function largestIn(bytes: Buffer, [next, ...rest]: string[]): number {
  let most = 0
  for (const { type, body } of boxes(bytes)) {
    if (type !== next) continue
    const inside = type === 'meta' ? body.subarray(VERSION_AND_FLAGS) : body
    most = Math.max(most, rest.length === 0 ? pixelsOf(inside) : largestIn(inside, rest))
  }
  return most
}

function pixelsOf(ispe: Buffer): number {
  if (ispe.length < VERSION_AND_FLAGS + 8) return 0
  return ispe.readUInt32BE(VERSION_AND_FLAGS) * ispe.readUInt32BE(VERSION_AND_FLAGS + 4)
}

function* boxes(bytes: Buffer): Generator<{ type: string; body: Buffer }> {
  let at = 0
  while (at + HEADER <= bytes.length) {
    const declared = bytes.readUInt32BE(at)
    const isLong = declared === 1 && at + LONG_HEADER <= bytes.length
    const header = isLong ? LONG_HEADER : HEADER
    const length = isLong ? Number(bytes.readBigUInt64BE(at + HEADER)) : declared || bytes.length - at
    if (length < header) return
    yield {
      type: bytes.toString('latin1', at + 4, at + HEADER),
      body: bytes.subarray(at + header, at + length),
    }
    at += length
  }
}
