const LENGTHS = new Set([8, 12, 13, 14])

/**
 * Whether a barcode is a GTIN (GS1): 8, 12, 13 or 14 digits, the last of which is a check digit. Other codes are a
 * shop's own. Codes of the ranges that GS1 leaves to shops (02, 04 and 20 to 29) are not GTINs outside a shop either.
 */
export function isGtin(barcode: string): boolean {
  if (!/^\d+$/.test(barcode) || !LENGTHS.has(barcode.length)) return false
  const digits = [...barcode.padStart(14, '0')].map(Number)
  const sum = digits
    .slice(0, 13)
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  if ((10 - (sum % 10)) % 10 !== digits[13]) return false
  return barcode.length === 8 || !/^0?(?:02|04|2\d)/.test(barcode.padStart(13, '0').slice(-13))
}

/** The ways in which scanners send a barcode: some leave out the 0 before the twelve digits of a UPC-A, some add it. */
export function barcodeForms(code: string): string[] {
  if (/^\d{12}$/.test(code)) return [code, `0${code}`]
  return /^0\d{12}$/.test(code) ? [code, code.slice(1)] : [code]
}

/** Whether a stored barcode is the scanned one. An empty barcode is none. */
export function isSameBarcode(barcode: string, scanned: string): boolean {
  return barcode !== '' && barcodeForms(scanned).includes(barcode)
}
