import { allCountries } from 'country-region-data'
import countryToCurrency from 'country-to-currency'
import { describe, expect, test } from 'vitest'
import { names as french } from '#words/fr/countries.ts'
import { COUNTRIES, countriesNamed, countryName, findCountry, parseCountryCode } from './countries.ts'

/** Places without residents, and the former Netherlands Antilles. */
const leftOut = new Set(['AQ', 'BV', 'GS', 'HM', 'IO', 'TF', 'UM', 'AN'])

/** Names that are shorter in our list than in CLDR. */
const ownNames: Record<string, string> = {
  CD: 'Congo (Kinshasa)',
  CG: 'Congo (Brazzaville)',
  HK: 'Hong Kong',
  MM: 'Myanmar',
  MO: 'Macao',
  VC: 'Saint Vincent and the Grenadines',
}

/** Names in another data set, which follows ISO's long names, where our list uses the common ones. */
const elsewhereCalled: Record<string, string> = {
  BN: 'Brunei Darussalam',
  BQ: 'Bonaire, Sint Eustatius and Saba',
  CD: 'Congo, the Democratic Republic of the (Kinshasa)',
  CG: 'Congo, Republic of the (Brazzaville)',
  CI: "Côte d'Ivoire, Republic of",
  CZ: 'Czech Republic',
  FK: 'Falkland Islands (Islas Malvinas)',
  FM: 'Micronesia, Federated States of',
  GM: 'Gambia, The',
  IR: 'Iran, Islamic Republic of',
  KP: "Korea, Democratic People's Republic of",
  KR: 'Korea, Republic of',
  MK: 'Macedonia, Republic of',
  PN: 'Pitcairn',
  PS: 'Palestine',
  RU: 'Russian Federation',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  ST: 'Sao Tome and Principe',
  SX: 'Sint Maarten (Dutch part)',
  SY: 'Syrian Arab Republic',
  TR: 'Turkey',
  TZ: 'Tanzania, United Republic of',
  VA: 'Holy See (Vatican City)',
  VE: 'Venezuela, Bolivarian Republic of',
  VG: 'Virgin Islands, British',
  VI: 'Virgin Islands, U.S.',
}

describe('the list of countries', () => {
  test('holds about 240 countries and territories, each once', () => {
    expect(COUNTRIES.length).toBeGreaterThanOrEqual(235)
    expect(COUNTRIES.length).toBeLessThanOrEqual(250)
    expect(new Set(COUNTRIES.map(({ code }) => code)).size).toBe(COUNTRIES.length)
    expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(COUNTRIES.length)
  })

  test('leaves out no place where people live', () => {
    const all = Object.keys(countryToCurrency).filter((code) => !leftOut.has(code))
    expect(COUNTRIES.map(({ code }) => code).sort()).toEqual(all.sort())
  })

  test('names each as Unicode CLDR does, in the plain form', () => {
    const cldr = new Intl.DisplayNames('en', { type: 'region' })
    for (const { code, name } of COUNTRIES) {
      const plain = cldr
        .of(code)
        ?.replaceAll(' & ', ' and ')
        .replace(/^St\. /, 'Saint ')
        .replace('U.S.', 'US')
      expect(name).toBe(ownNames[code] ?? plain)
    }
  })

  test('gives each code to the same place as a public data set does', () => {
    const published = new Map<string, string>(allCountries.map(([name, code]) => [code, name]))
    for (const { code, name } of COUNTRIES) {
      // Svalbard, with two and a half thousand people, is missing there.
      if (code === 'SJ') expect(published.has(code)).toBe(false)
      else expect(published.get(code), code).toBe(elsewhereCalled[code] ?? name)
    }
  })

  test('is sorted by name', () => {
    const names = COUNTRIES.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  })
})

describe('countries in another language', () => {
  test('have a name each in French, in French order', () => {
    const listed = countriesNamed(french)
    expect(listed.map(({ code }) => code).sort()).toEqual(COUNTRIES.map(({ code }) => code).sort())
    expect(Object.keys(french)).toHaveLength(COUNTRIES.length)
    const names = listed.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(names.toSorted(new Intl.Collator('fr-CA').compare))
  })

  test('are in English where the language has no name', () => {
    expect(countriesNamed({})).toEqual(COUNTRIES)
    const [first, second] = countriesNamed({ DE: 'Allemagne' })
    expect([first, second]).toEqual([{ code: 'DE', name: 'Allemagne' }, COUNTRIES[0]])
    expect(['DE', 'FR', 'ZZ', 'constructor'].map((code) => countryName(code, { DE: 'Allemagne' }))).toEqual([
      'Allemagne',
      'France',
      'ZZ',
      'constructor',
    ])
  })
})

describe('parsing a country', () => {
  test('takes each code of the list', () => {
    for (const country of COUNTRIES) {
      expect(parseCountryCode(country.code)).toBe(country.code)
      expect(findCountry(country.code)).toEqual(country)
    }
  })

  test.each(['ca', 'Canada', 'ZZ', 'AQ', '', null, undefined, 1, ['CA'], 'constructor'])(
    'refuses %j',
    (value) => {
      expect(parseCountryCode(value)).toBeNull()
    },
  )
})
