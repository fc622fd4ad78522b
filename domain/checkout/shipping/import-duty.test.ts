import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { dutyIn, dutyOn, dutyRate } from './import-duty.ts'
import { DEFAULT_SHIPPING, type CountryDuty } from './shipping-tariff.ts'

const US: CountryDuty = {
  country: 'US',
  terms: 'ddp',
  rates: [
    { hsCode: '', origin: 'CA', milliPercent: 0 },
    { hsCode: '61', origin: '', milliPercent: 25_000 },
    { hsCode: '6109.10', origin: '', milliPercent: 16_500 },
    { hsCode: '6109.10', origin: 'CN', milliPercent: 46_500 },
  ],
  otherMilliPercent: 35_000,
}

test.each([
  ['6109.10.00', 'CN', 46_500],
  ['610910', 'BD', 16_500],
  ['6110.20', 'CN', 25_000],
  ['6203.42', 'CA', 0],
  ['6203.42', 'CN', 35_000],
  ['', 'CN', 35_000],
  ['', '', 35_000],
])('the longest HS code wins, then the origin: %s from %s', (hsCode, origin, milliPercent) => {
  expect(dutyRate(US, { hsCode, origin })).toBe(milliPercent)
})

test('duty is rounded half up to whole cents of the customs value', () => {
  expect(dutyOn(US, { hsCode: '', origin: '' }, cents(10_01))).toBe(3_50)
  expect(dutyOn(US, { hsCode: '610910', origin: '' }, cents(1_00))).toBe(17)
})

test('without a setting, duty is not mentioned', () => {
  expect(dutyIn(DEFAULT_SHIPPING, 'US')).toBeNull()
  expect(dutyIn({ duties: [US] }, 'US')?.terms).toBe('ddp')
})
