import { formatAddress } from 'localized-address-format'
import { expect, test } from 'vitest'
import { COUNTRIES } from './countries.ts'
import { hasPostalCodes, postalCodeOf } from './postal-codes.ts'

test('a country has postal codes when the format of its addresses has one', () => {
  for (const { code } of COUNTRIES) {
    const hasPlace = formatAddress({ postalCountry: code, postalCode: '#' }).some((line) =>
      line.includes('#'),
    )
    expect(hasPostalCodes(code), code).toBe(hasPlace)
  }
})

test('where there are none, the field says that it is optional', () => {
  for (const code of ['HK', 'AE', 'QA', 'PA', 'JM', 'GH']) {
    expect(postalCodeOf(code)).toEqual({ kind: 'optional', example: null })
  }
  expect(postalCodeOf('DE').kind).toBe('postal-code')
})
