import { expect, test } from 'vitest'
import { taxWords } from './llms.ts'

test('a tax that is due only in some places names those places', () => {
  const tax = { label: 'Tax', milliPercent: 2_000 }
  expect(taxWords({ ...tax, within: null })).toBe('Tax is 2% of the subtotal.')
  expect(taxWords({ ...tax, within: { country: 'CA' } })).toBe('Tax is 2% of the subtotal in Canada.')
  const hst = { label: 'HST', milliPercent: 13_000, within: { country: 'CA', region: 'Ontario' } }
  expect(taxWords(hst)).toBe('HST is 13% of the subtotal in Ontario, Canada.')
})

test('a tax on shipping, and one contained in prices, is described as such', () => {
  const hst = {
    label: 'HST',
    milliPercent: 13_000,
    within: { country: 'CA', region: 'Ontario' },
    onShipping: true,
  }
  expect(taxWords(hst)).toBe('HST is 13% of the subtotal and the shipping in Ontario, Canada.')
  expect(taxWords(hst, { pricesIncludeTax: true })).toBe(
    'HST of 13% is included in the prices in Ontario, Canada.',
  )
})
