import { describe, expect, test } from 'vitest'
import { COUNTRIES } from '#domain/places/countries.ts'
import { postalCodeOf } from '#domain/places/postal-codes.ts'
import { regionsOfPostalCode } from '#domain/places/postal-regions.ts'
import { regionsOf } from '#domain/places/regions.ts'
import * as words from '#words/en/checkout/fields.ts'
import { findPostalCodeFault } from '#operations/checkout/postal-code-fault.ts'

const fault = (country: string, region: string, postal: string) =>
  findPostalCodeFault({ country, region, postal }, words)

describe('a postal code', () => {
  test.each([
    ['CA', 'Saskatchewan', 'S7N 1B4'],
    ['CA', 'Saskatchewan', 's7n1b4'],
    ['CA', 'Quebec', 'K1A 0A6'],
    ['CA', 'Nunavut', 'X0A 0H0'],
    ['CA', 'Northwest Territories', 'X1A 2P9'],
    ['US', 'California', '90210-1234'],
    ['US', 'Massachusetts', '02108'],
    ['US', 'Virginia', '20170'],
    ['US', 'District of Columbia', '20001'],
    ['US', 'Puerto Rico', '00901'],
    ['US', 'US Virgin Islands', '00802'],
    ['US', 'Guam', '96910'],
    ['US', 'Northern Mariana Islands', '96950'],
    ['US', 'American Samoa', '96799'],
    ['US', 'Hawaii', '96701'],
    ['US', 'Armed Forces Europe', '09123-0001'],
    ['US', 'Armed Forces Americas', '34002'],
    ['US', 'Armed Forces Pacific', '96349'],
    ['GH', 'Accra', ''],
    ['GB', 'Greater London', 'sw1a1aa'],
    ['GB', 'Northern Ireland', 'BT1 5GS'],
    ['AU', 'New South Wales', '2620'],
    ['AU', 'Western Australia', '0872'],
    ['NL', '', '1012ab'],
    ['IE', '', 'd02x285'],
    ['JP', '', '〒１００ー０００１'.replace('ー', '-')],
    ['JP', '', '1000001'],
    ['PL', '', '00001'],
    ['DE', '', 'D-10115'],
    ['SE', '', '11120'],
    ['PT', '', '1000 001'],
  ])('of %s, %s may be written as %s', (country, region, postal) => {
    expect(fault(country, region, postal)).toBeNull()
  })

  test.each([
    ['CA', 'Saskatchewan', 'ABC', 'Check your postal code. It should look like S7N 1B4.'],
    ['CA', 'Saskatchewan', '90210', 'Check your postal code. It should look like S7N 1B4.'],
    ['CA', 'Saskatchewan', 'D7N 1B4', 'Check your postal code. It should look like S7N 1B4.'],
    ['US', 'Ohio', 'ABC', 'Check your ZIP code. It should look like 90210.'],
    ['US', 'Ohio', '9021', 'Check your ZIP code. It should look like 90210.'],
    ['GB', 'Kent', '12345', 'Check your postcode. It should look like SW1A 1AA.'],
    ['AU', 'Victoria', 'S7N 1B4', 'Check your postcode. It should look like 2000.'],
    ['CA', 'Ontario', 's7n 1b4', 'S7N 1B4 is in Saskatchewan. Check the postal code or the province.'],
    [
      'CA',
      'Nunavut',
      'X1A 2P9',
      'X1A 2P9 is in Northwest Territories. Check the postal code or the province.',
    ],
    ['US', 'Ohio', '90210', '90210 is in California. Check the ZIP code or the state.'],
    ['US', 'Maryland', '20001', '20001 is in District of Columbia. Check the ZIP code or the state.'],
    ['US', 'Alabama', '09123', '09123 is in Armed Forces Europe. Check the ZIP code or the state.'],
    [
      'AU',
      'Victoria',
      '2600',
      '2600 is in New South Wales or Australian Capital Territory. Check the postcode or the state/territory.',
    ],
    ['GB', 'Kent', 'BT1 5GS', 'BT1 5GS is in Northern Ireland. Check the postcode or the county.'],
    [
      'GB',
      'Northern Ireland',
      'SW1A 1AA',
      'SW1A 1AA is not in Northern Ireland. Check the postcode or the county.',
    ],
  ])('of %s, %s is refused as %s', (country, region, postal, words) => {
    expect(fault(country, region, postal)).toBe(words)
  })

  test('is not judged where the shop does not know its form', () => {
    for (const country of ['NG', 'HK', 'AE', 'ZZ', 'constructor'])
      expect(fault(country, '', 'ABC')).toBeNull()
  })

  test('is accepted in every country as its example shows it', () => {
    const checked = COUNTRIES.filter(({ code }) => postalCodeOf(code).example !== null)
    expect(checked.length).toBeGreaterThan(25)
    for (const { code } of checked) {
      const { example } = postalCodeOf(code)
      const region = regionsOfPostalCode(code, example ?? '')?.[0] ?? ''
      expect(fault(code, region, example ?? ''), code).toBeNull()
      expect(fault(code, region, 'ABC')).toContain(example)
    }
  })
})

test.each(['CA', 'US', 'AU'])('every region of %s has postal codes, and no other name is used', (country) => {
  const digits = Array.from({ length: 1_000 }, (_, code) => String(code).padStart(3, '0'))
  const starts = country === 'CA' ? [...'ABCEGHJKLMNPRSTVXY'] : digits
  const found = new Set(
    starts.flatMap((start) =>
      ['00', '10', '50', '99'].flatMap((end) => regionsOfPostalCode(country, start + end) ?? []),
    ),
  )
  expect([...found].sort()).toEqual(regionsOf(country)?.names.toSorted())
})
