import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bundledGeolocation } from './bundled-geolocation.ts'

const geolocation = bundledGeolocation()

describe('the country of an address', () => {
  test.each([
    ['8.8.8.8', 'US'],
    ['128.233.1.1', 'CA'],
    ['41.58.0.1', 'NG'],
    ['133.11.0.1', 'JP'],
    ['193.0.6.139', 'NL'],
    ['2001:4860:4860::8888', 'US'],
    ['2a00:1450:4001::1', 'IE'],
  ])('%s is in %s', (address, country) => {
    expect(geolocation.country(address)).toBe(country)
  })

  test('of IPv4 is the same over an IPv6 socket', () => {
    expect(geolocation.country('::ffff:41.58.0.1')).toBe('NG')
    expect(geolocation.country('::FFFF:41.58.0.1')).toBe('NG')
  })

  test.each([
    '127.0.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.1.1',
    '192.0.2.1',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:192.168.1.1',
    '::ffff:7f00:1',
    '::8.8.8.8',
    'fc00::1',
    'fe80::1',
    'fe80::1%eth0',
    '2001:db8::1',
    'ff02::1',
  ])('is unknown for an address that is not public (%s)', (address) => {
    expect(geolocation.country(address)).toBeNull()
  })

  test.each([
    '',
    ' ',
    'localhost',
    '1.2.3',
    '1.2.3.256',
    '8.8.8.8:443',
    '[::1]',
    '8.8.8.8, 1.1.1.1',
    'unknown',
  ])('is unknown for a malformed address (%j)', (address) => expect(geolocation.country(address)).toBeNull())

  test('is a two-letter code or null, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (address) => {
        expect(geolocation.country(address) ?? 'CA').toMatch(/^[A-Z]{2}$/)
      }),
      { numRuns: 2_000 },
    )
  })
})
