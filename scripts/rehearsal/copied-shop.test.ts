import { expect, test } from 'vitest'
import { checkCheckoutForm } from '#domain/checkout/checkout-form.ts'
import { findPostalCodeFault } from '#operations/checkout/postal-code-fault.ts'
import { SETTING_NAMES } from '#config'
import { english } from '#words/en/english.ts'
import { copiedShopCommand } from './copied-shop.ts'
import { HOMES } from './robot-terms.ts'

test('the shop on a copy gets no setting that leads outside, and not the file .env', () => {
  const all = Object.fromEntries(SETTING_NAMES.map((name) => [name, 'of the shop that sells']))
  const { words, environment } = copiedShopCommand({ ...all, PATH: '/bin' })
  expect(words.join(' ')).not.toContain('env-file')
  expect(words.at(-1)).toMatch(/rehearsed-shop\.js$/)
  const kept = Object.entries(environment).filter(([, value]) => value === 'of the shop that sells')
  expect(kept.map(([name]) => name).sort()).toEqual([
    'HOLD_NETWORK_UNITS',
    'HOLD_PERCENT',
    'HOLD_UNITS',
    'NODE_EXTRA_CA_CERTS',
    'SHOP_TIME_ZONE',
  ])
  expect(environment).toMatchObject({ HOST: '127.0.0.1', DEMO: 'off', HOLD_MINUTES: '2', PATH: '/bin' })
})

test.each(HOMES.map((home) => [home.country, home] as const))('a robot in %s has an address', (_, home) => {
  const words = english['checkout/fields']
  expect(checkCheckoutForm({ ...home, apartment: '' }, words.form)).toHaveProperty('customer')
  expect(findPostalCodeFault(home, words)).toBeNull()
})
