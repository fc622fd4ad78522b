import { allCountries } from 'country-region-data'
import { expect, test } from 'vitest'
import { regionCode } from './region-codes.ts'
import { REGIONS } from './regions.ts'

test.each(['US', 'AU', 'CA'])('every region of %s has the same code as in a public data set', (country) => {
  const known = allCountries.find(([, code]) => code === country)?.[2] ?? []
  for (const name of REGIONS[country]!.names) {
    const found = known.find(
      ([other]) =>
        other === name || (name.startsWith('US ') && name.endsWith(other)) || other.startsWith(`${name},`),
    )
    expect(found?.[1], name).toBe(regionCode(country, name))
  }
})

test('other regions have no code', () => {
  expect(regionCode('GB', 'Kent')).toBe(null)
  expect(regionCode('US', 'Ontario')).toBe(null)
  expect(regionCode('constructor', 'name')).toBe(null)
})
