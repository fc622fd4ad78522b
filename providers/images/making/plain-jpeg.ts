const START = 0xff_d8
const FIRST_SCAN = 0xda
const LENGTHS = 2

/**
 * Whether a JPEG contains nothing but its picture: no camera data, location, comment, colour profile or attachment.
 * Such a file can be stored unchanged, without another loss of quality (ITU-T T.81, annex B).
 */
export function isPlainJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== START) return false
  if (bytes.indexOf('\u00ff\u00d9', 0, 'latin1') !== bytes.length - 2) return false
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || !isPartOfThePicture(marker)) return false
    if (marker === FIRST_SCAN) return true
    at += LENGTHS + bytes.readUInt16BE(at + 2)
  }
  return false
}

/** Frames, tables, restarts, the first scan, and the JFIF header; not APP1-APP15 (Exif, ICC, XMP …), not comments. */
function isPartOfThePicture(marker: number): boolean {
  return (marker >= 0xc0 && marker <= 0xcf) || marker === FIRST_SCAN || isTable(marker) || marker === 0xe0
}

function isTable(marker: number): boolean {
  return marker === 0xdb || marker === 0xdd
}
