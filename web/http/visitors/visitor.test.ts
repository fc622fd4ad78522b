import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  clientAddress,
  isFromThisMachine,
  isLoopback,
  limitedBy,
  networkOf,
} from '#web/http/limits/client-address.ts'
import { pageAddress } from '#web/http/pages/page-address.ts'
import { RateLimiter } from '#web/http/limits/rate-limit.ts'
import { isSameOriginWrite } from '#web/http/same-origin.ts'
import { VisitorCurrencies } from './visitor-currency.ts'

const asking = (headers: Record<string, string>, remoteAddress = '203.0.113.9') =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage

describe('the currency a visitor sees', () => {
  const countries: Record<string, string> = { '203.0.113.9': 'JP', '203.0.113.10': 'IS' }
  const currencies = new VisitorCurrencies(
    { country: (address) => countries[address] ?? null },
    'http://shop.example',
  )
  const seen = (headers: Record<string, string>, address = '203.0.113.9') =>
    currencies.of(asking(headers), address)

  test('is the one in the cookie', () => {
    expect(seen({ cookie: 'theme=x; currencyCode=EUR' })).toEqual({ currency: 'EUR', setCookies: null })
    expect(seen({ cookie: 'currency=GBP' }).currency).toBe('GBP')
  })

  test('is the one of the country, and is stored in both cookies for a day', () => {
    const { currency, setCookies } = seen({})
    expect(currency).toBe('JPY')
    expect(setCookies).toEqual([
      'set-cookie',
      'currency=JPY; Max-Age=86400; Path=/; SameSite=Lax',
      'set-cookie',
      'currencyCode=JPY; Max-Age=86400; Path=/; SameSite=Lax',
    ])
  })

  test('both cookies are Secure over https', () => {
    const isSecure = (by: VisitorCurrencies, headers: Record<string, string>) =>
      by.of(asking(headers), '203.0.113.9').setCookies?.filter((text) => text.endsWith('; Secure')).length
    const geolocation = { country: () => 'JP' }
    expect(isSecure(new VisitorCurrencies(geolocation, 'https://shop.example'), {})).toBe(2)
    const plain = new VisitorCurrencies(geolocation, 'http://shop.example')
    expect(isSecure(plain, {})).toBe(0)
    expect(isSecure(plain, { 'x-forwarded-proto': 'https' })).toBe(2)
    expect(isSecure(plain, { 'x-forwarded-proto': 'http' })).toBe(0)
    expect(isSecure(plain, {})).toBe(0)
  })

  test.each([['currencyCode=XXX'], ['currencyCode=EURO'], ['xcurrencyCode=EUR'], ['currencyCode=']])(
    'ignores the cookie %s',
    (cookie) => expect(seen({ cookie }).currency).toBe('JPY'),
  )

  test('is Canadian dollars otherwise', () => {
    expect(seen({}, '127.0.0.1').currency).toBe('CAD')
    expect(seen({}, '203.0.113.10').currency).toBe('CAD')
  })
})

describe('the address of a visitor', () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 198.51.100.4, 10.0.0.1' }

  test('is the peer, whatever its headers claim, unless proxies are trusted', () => {
    expect(clientAddress(asking(forwarded), 0)).toBe('203.0.113.9')
  })

  test('is the one that the outermost trusted proxy saw', () => {
    expect(clientAddress(asking(forwarded), 1)).toBe('10.0.0.1')
    expect(clientAddress(asking(forwarded), 2)).toBe('198.51.100.4')
  })

  test('is the peer without a forwarded header, and the first entry when there are fewer than trusted proxies', () => {
    expect(clientAddress(asking({}), 1)).toBe('203.0.113.9')
    expect(clientAddress(asking({ 'x-forwarded-for': '1.2.3.4' }), 2)).toBe('1.2.3.4')
  })

  test.each([
    ['198.51.100.4:50123', '198.51.100.4'],
    ['[2001:db8::1]:50123', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:db8::1:5', '2001:db8::1:5'],
    ['unknown', 'unknown'],
  ])('as a proxy names it, %s, has no port, which differs with each connection', (named, address) => {
    expect(clientAddress(asking({ 'x-forwarded-for': `6.6.6.6, ${named}` }), 1)).toBe(address)
  })

  test('is the one that a proxy on this machine saw, even without configuration', () => {
    expect(clientAddress(asking(forwarded, '127.0.0.1'), 0)).toBe('10.0.0.1')
    expect(isFromThisMachine(asking(forwarded, '127.0.0.1'))).toBe(false)
    expect(isFromThisMachine(asking({}, '127.0.0.1'))).toBe(true)
    expect(isFromThisMachine(asking({}))).toBe(false)
  })

  test.each([
    ['203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['2001::1', '2001:0:0:0::/64', '2001:0:0::/48'],
    ['2001::2:3:4:5:6', '2001:0:0:2::/64', '2001:0:0::/48'],
    ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0::/48'],
    ['::', '0:0:0:0::/64', '0:0:0::/48'],
    ['::1', '0:0:0:0::/64', '0:0:0::/48'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64', '64:ff9b:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
    ['unknown', 'unknown', 'unknown'],
    ['', '', ''],
    ['1:2', '1:2', '1:2'],
  ])('%s is counted as household %s, and as network %s', (address, household, network) => {
    expect({ limitedBy: limitedBy(address), network: networkOf(address) }).toEqual({
      limitedBy: household,
      network,
    })
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:0DB8:0001:ffff::1', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['2001:db8:0:7::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
  ])('an order from %s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network))

  test.each([
    ['127.0.0.1', true],
    ['::ffff:127.0.0.1', true],
    ['::1', true],
    ['203.0.113.9', false],
    ['1127.0.0.1', false],
  ])('%s is this machine: %s', (address, own) => expect(isLoopback(address)).toBe(own))
})

describe('limits on public writes', () => {
  test('allow a burst, then one at a time, and state how long to wait', () => {
    const limiter = new RateLimiter()
    const limit = { burst: 3, perMinute: 6 }
    expect([1, 2, 3].map(() => limiter.take('a', limit, 0))).toEqual([null, null, null])
    expect(limiter.take('a', limit, 0)).toBe(10)
    expect(limiter.take('b', limit, 0)).toBeNull()
    expect(limiter.take('a', limit, 10_000)).toBeNull()
    expect(limiter.take('a', limit, 10_000)).toBe(10)
  })
})

describe('a write from our own pages', () => {
  const from = (headers: Record<string, string>) =>
    isSameOriginWrite(new Headers({ host: 'shop.example', ...headers }))

  test('is recognized by the origin headers of the browser', () => {
    expect(from({ 'sec-fetch-site': 'same-origin' })).toBe(true)
    expect(from({ 'sec-fetch-site': 'same-site' })).toBe(false)
    expect(from({ 'sec-fetch-site': 'cross-site' })).toBe(false)
    expect(from({ 'sec-fetch-site': 'none' })).toBe(false)
    expect(from({ origin: 'https://shop.example' })).toBe(true)
    expect(from({ origin: 'https://evil.example' })).toBe(false)
    expect(from({ origin: 'null' })).toBe(false)
  })

  test('may come from a program that sends no origin headers', () => {
    expect(from({})).toBe(true)
  })
})

describe('the address of a page', () => {
  test('keeps only declared names, in the declared order, so that each page has one cache key', () => {
    const route = { query: ['q', 'page'] }
    const canonical = (url: string) => pageAddress(`http://shop.example${url}`, route).canonical
    expect(canonical('/shop?utm_source=x&page=2&q=%20hood%20')).toBe('/shop?q=hood&page=2')
    expect(canonical('/shop?q=')).toBe('/shop')
    expect(canonical('/shop?q=a&q=b')).toBe('/shop?q=a')
  })
})
