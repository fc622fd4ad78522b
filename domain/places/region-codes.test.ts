import { allCountries } from 'country-region-data'
import { expect, test } from 'vitest'
import { regionCode } from './region-codes.ts'
import { REGIONS } from './regions.ts'

test.each(['US', 'AU'])('every region of %s has the same code as in a public data set', (country) => {
  const known = allCountries.find(([, code]) => code === country)?.[2] ?? []
  for (const name of REGIONS[country]!.names) {
    expect(known.find(([other]) => other === name)?.[1], name).toBe(regionCode(country, name))
  }
})

test('other regions have no code', () => {
  expect(regionCode('CA', 'Ontario')).toBe(null)
  expect(regionCode('US', 'Ontario')).toBe(null)
  expect(regionCode('constructor', 'name')).toBe(null)
})
