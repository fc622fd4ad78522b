import countryToCurrency from 'country-to-currency'
import { expect, test } from 'vitest'
import { currencyOfCountry } from './country-currency.ts'
import { parseCurrencyCode } from '#domain/currency.ts'

test('visitors from every country see its currency when the table has it, and CAD otherwise', () => {
  for (const [country, currency] of Object.entries(countryToCurrency)) {
    expect(currencyOfCountry(country), country).toBe(parseCurrencyCode(currency) ?? 'CAD')
  }
})

test.each(['', 'ZZ', 'ng', 'toString'])('an invalid country code (%j) gives CAD', (code) => {
  expect(currencyOfCountry(code)).toBe('CAD')
})
