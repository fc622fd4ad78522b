import { allCountries } from 'country-region-data'
import { formatAddress } from 'localized-address-format'
import { describe, expect, test } from 'vitest'
import { COUNTRIES, parseCountryCode } from './countries.ts'
import { needsRegion, regionKind, REGIONS, regionsOf } from './regions.ts'

/** Countries of their own, which the data set lists as regions of the United States because the USPS delivers there. */
const noState = new Set(['FM', 'MH', 'PW'])

/** Where the data set has a longer or a shorter name than our list. */
const ownNames: Record<string, string> = {
  'Armed Forces Europe, Canada, Africa and Middle East': 'Armed Forces Europe',
  'Virgin Islands': 'US Virgin Islands',
}

function published(country: string): string[] {
  const regions = allCountries.find(([, code]) => code === country)?.[2] ?? []
  return regions
    .filter(([, code]) => country !== 'US' || !noState.has(code))
    .map(([name]) => ownNames[name] ?? name.replace('Abuja ', ''))
    .sort()
}

/** Counties that are missing in the data set, because they have no council or the council has another name. */
const notCouncils = `Bedfordshire, Bristol, Cheshire, City of London, Durham, Greater London, Greater Manchester,
  Merseyside, Northern Ireland, Scotland, South Yorkshire, Tyne and Wear, Wales, West Midlands, West Yorkshire`

describe('regions', () => {
  test.each([
    ['CA', 'province', 13],
    ['US', 'state', 59],
    ['NG', 'state', 37],
    ['AU', 'state-or-territory', 8],
    ['GB', 'county', 51],
  ])('%s is divided by %s, %i of them', (country, kind, count) => {
    expect(parseCountryCode(country)).toBe(country)
    const regions = regionsOf(country)
    expect(regions?.kind).toBe(kind)
    expect(regions?.names).toHaveLength(count)
    expect(new Set(regions?.names).size).toBe(count)
    expect(regions?.names).toEqual(regions?.names.toSorted())
  })

  test.each(['CA', 'US', 'NG', 'AU'])('those of %s match a public data set', (country) => {
    expect(regionsOf(country)?.names.toSorted()).toEqual(published(country))
  })

  test('the counties match the councils of a public data set, except those without a council', () => {
    const councils = allCountries.find(([, code]) => code === 'GB')?.[2].map(([name]) => name) ?? []
    const others = regionsOf('GB')?.names.filter((name) => !councils.includes(name))
    expect(others).toEqual(notCouncils.split(/,\s+/))
  })

  test('no other country has a list', () => {
    expect(Object.keys(REGIONS).sort()).toEqual(['AU', 'CA', 'GB', 'NG', 'US'])
    for (const country of ['DE', 'IE', '', 'constructor', '__proto__']) expect(regionsOf(country)).toBeNull()
  })
})

test('a region is needed only where addresses have one, and the text box says so', () => {
  for (const { code } of COUNTRIES.filter((country) => needsRegion(country.code))) {
    const line = formatAddress({ postalCountry: code, administrativeArea: 'Region' }, 'latin').join()
    expect(line.includes('Region') || regionsOf(code) !== null, code).toBe(true)
  }
  expect(['AE', 'BR', 'JP', 'US', 'FR', 'DE', 'constructor'].map(needsRegion)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect([regionKind('FR'), regionKind('AE'), regionKind('CA')]).toEqual(['free', 'needed', 'province'])
})
