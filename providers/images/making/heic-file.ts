/** The major brands of HEIF files whose picture is HEVC (ISO/IEC 23008-12, annex B). */
const HEVC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'])
/** Generic brands that do not name the codec; the list of compatible brands does. */
const ANY_CODEC = new Set(['mif1', 'msf1'])
const FIRST_COMPATIBLE = 16

/**
 * Whether a file is a HEIC photo, as phones take them. The codec needs a licence, so our decoder does not include it.
 */
export function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const major = bytes.toString('latin1', 8, 12)
  if (HEVC_BRANDS.has(major)) return true
  return ANY_CODEC.has(major) && compatibleBrands(bytes).some((brand) => HEVC_BRANDS.has(brand))
}

function compatibleBrands(bytes: Buffer): string[] {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256)
  const brands: string[] = []
  for (let at = FIRST_COMPATIBLE; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4))
  return brands
}
