import { expect, test } from 'vitest'
import { isGtin } from './gtin.ts'

test.each(['96385074', '036000291452', '4006381333931', '00012345600012', '0628504123454'])(
  '%s is a GTIN',
  (barcode) => expect(isGtin(barcode)).toBe(true),
)

test.each([
  ['', 'empty'],
  ['4006381333932', 'a wrong check digit'],
  ['400638133393', 'one digit missing'],
  ['RD-TEE-S', 'no digits'],
  ['2012345678900', 'of a shop’s own range'],
])('%s is not a GTIN: %s', (barcode) => expect(isGtin(barcode)).toBe(false))
