import { expect, test } from 'vitest'
import { COUNTRIES } from '#domain/places/countries.ts'
import { names as french } from '#words/fr/countries.ts'
import { addressLines } from './order-facts.ts'

const nobody = { name: '', email: '', phone: '' }
const linesOf = (country: string, address: string, city: string, region = '', postal = '') =>
  addressLines({ ...nobody, country, address, city, region, postal })

test.each([
  [
    linesOf('CA', '12 Broadway Ave', 'Saskatoon', 'Saskatchewan', 'S7N 1B4'),
    '12 Broadway Ave / Saskatoon SK S7N 1B4 / Canada',
  ],
  [
    linesOf('US', '5 Elm St', 'Brooklyn', 'New York', '11201'),
    '5 Elm St / Brooklyn, NY 11201 / United States',
  ],
  [
    linesOf('US', 'PSC 9, Box 1', 'APO', 'Armed Forces Europe', '09123'),
    'PSC 9, Box 1 / APO, AE 09123 / United States',
  ],
  [
    linesOf('GB', '1 High St', 'Leeds', 'West Yorkshire', 'LS1 1AA'),
    '1 High St / Leeds, West Yorkshire / LS1 1AA / United Kingdom',
  ],
  [linesOf('DE', 'Hauptstr. 5', 'Berlin', '', '10115'), 'Hauptstr. 5 / 10115 Berlin / Germany'],
  [linesOf('SE', 'Storgatan 1', 'Lund', '', 'SE-222 22'), 'Storgatan 1 / SE-222 22 Lund / Sweden'],
  [
    linesOf('NL', 'Dam 1', 'Amsterdam', 'Noord-Holland', '1012 AB'),
    'Dam 1 / 1012 AB Amsterdam, Noord-Holland / Netherlands',
  ],
  [linesOf('BR', 'Rua A, 7', 'Campinas', 'SP', '13010-001'), 'Rua A, 7 / Campinas-SP / 13010-001 / Brazil'],
  [
    linesOf('JP', '1-2-3 Jingumae', 'Shibuya-ku', 'Tokyo', '150-0001'),
    '1-2-3 Jingumae, Shibuya-ku, Tokyo / 150-0001 / Japan',
  ],
  [
    linesOf('JP', '神宮前1-2-3', '渋谷区', '東京都', '〒150-0001'),
    '〒150-0001 / 東京都 / 神宮前1-2-3, 渋谷区 / Japan',
  ],
  [
    linesOf('HK', '8 Queens Rd', 'Central', 'Hong Kong Island'),
    '8 Queens Rd / Central / Hong Kong Island / Hong Kong',
  ],
  [
    linesOf('AE', 'Villa 7, Al Wasl Rd', 'Dubai', 'Dubai'),
    'Villa 7, Al Wasl Rd / Dubai / United Arab Emirates',
  ],
  [linesOf('SG', '1 Orchard Rd', 'Singapore', '', '238823'), '1 Orchard Rd / SINGAPORE 238823 / Singapore'],
  [
    linesOf('GH', '4 Ring Rd', 'Accra', 'Greater Accra', 'GA-184-1234'),
    '4 Ring Rd / Accra, Greater Accra, GA-184-1234 / Ghana',
  ],
  [linesOf('ZZ', '', '', ''), 'ZZ'],
])('an address has the order of lines of its country: %j', (lines, written) => {
  expect(lines.join(' / ')).toBe(written)
})

test('no part of an address is lost in any country', () => {
  for (const { code } of COUNTRIES) {
    const text = linesOf(code, 'A1', 'Bcity', 'Cregion', '12345').join(' / ')
    for (const part of ['A1', 'Bcity', 'Cregion', '12345']) expect(text, code).toContain(part)
  }
})

test('the country of an address is named in the language of the reader', () => {
  const berlin = {
    ...nobody,
    country: 'DE',
    address: 'Hauptstr. 5',
    city: 'Berlin',
    region: '',
    postal: '10115',
  }
  expect(addressLines(berlin, french)).toEqual(['Hauptstr. 5', '10115 Berlin', 'Allemagne'])
})
