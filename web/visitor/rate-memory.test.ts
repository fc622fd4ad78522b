import { expect, test } from 'vitest'
import { chosenCurrency } from './currency-in-step.ts'
import { RATE_FRESH_MS, rateCookie, rememberedRate } from './rate-memory.ts'

const cookieOf = (rate: number, at: number) =>
  `theme=x; ${rateCookie('USD', rate, at, 'https:').split(';')[0]}; other=1`

test('a rate is remembered for its currency pair, and is fresh for twelve hours', () => {
  const cookies = cookieOf(0.7213, 1_000)
  expect(rememberedRate(cookies, 'USD', 1_000)).toEqual({ rate: 0.7213, fresh: true })
  expect(rememberedRate(cookies, 'USD', 999 + RATE_FRESH_MS)?.fresh).toBe(true)
  expect(rememberedRate(cookies, 'EUR', 1_000)).toBeNull()
})

test('an expired rate is still returned, marked as old', () => {
  expect(rememberedRate(cookieOf(0.7, 0), 'USD', RATE_FRESH_MS)).toEqual({ rate: 0.7, fresh: false })
})

test('a time in the future does not make a rate fresh for ever', () => {
  expect(rememberedRate(cookieOf(0.7, 5_000), 'USD', 4_000)?.fresh).toBe(false)
})

test.each(['', '0~1', '-1~1', 'NaN~1', 'Infinity~1', '0.7', '0.7~', '0.7~x', '<b>~1'])(
  'a cookie with %j is not a rate',
  (value) => {
    expect(rememberedRate(`rate_CAD_USD=${value}`, 'USD', 10)).toBeNull()
  },
)

test('the chosen currency is read from either cookie', () => {
  expect(chosenCurrency('a=1; currency=USD')).toBe('USD')
  expect(chosenCurrency('currencyCode=EUR')).toBe('EUR')
  expect(chosenCurrency('mycurrency=EUR')).toBeNull()
})

test('the cookie is Secure on an https page, and can be set on an http page', () => {
  expect(rateCookie('USD', 0.7, 1, 'https:')).toMatch(/; SameSite=Lax; Secure$/)
  expect(rateCookie('USD', 0.7, 1, 'http:')).toMatch(/; SameSite=Lax$/)
})
