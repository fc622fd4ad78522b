import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { giftAmountsText, isOwnAmount, parseGiftAmounts, priceOf } from './gift-amounts.ts'
import { checkProductForm } from './product-form.ts'

describe('the amounts of a gift card', () => {
  test.each([
    ['25, 50, 100', '25, 50, 100'],
    ['100; 25\t25.00', '25, 100'],
    ['$25 37.5', '25, 37.50'],
    ['10 - 500', '10-500'],
    ['50, 25, 10–500', '25, 50, 10-500'],
  ])('%j are stored as %j', (typed, stored) => {
    const amounts = parseGiftAmounts(typed)!
    expect(giftAmountsText(amounts)).toBe(stored)
    expect(parseGiftAmounts(stored)).toEqual(amounts)
  })

  test.each([
    '',
    'free',
    '0',
    '0.99',
    '2000.01',
    '25.005',
    '-25',
    '500-10',
    '10-20-30',
    '10-20, 30-40',
    '1,000,5',
    '1e3',
  ])('cannot be %j', (typed) => expect(parseGiftAmounts(typed)).toBeNull())

  test('are the prices of their sizes, whatever the price of the product is', () => {
    const card = { price: cents(25_00), giftAmounts: '25, 50, 10-500' }
    expect(['25', '50', '37.50'].map((size) => priceOf(card, size))).toEqual([25_00, 50_00, 37_50])
    expect(priceOf({ price: cents(118_00), giftAmounts: '' }, '42')).toBe(118_00)
  })

  test('may be any within the range, written in one way', () => {
    const card = { giftAmounts: '25, 10-500' }
    expect(['10', '37.50', '500'].every((size) => isOwnAmount(card, size))).toBe(true)
    for (const size of ['9.99', '500.01', '37.5', '037.50', '$37.50', 'M'])
      expect(isOwnAmount(card, size)).toBe(false)
    expect(isOwnAmount({ giftAmounts: '25' }, '25')).toBe(false)
    expect(isOwnAmount({ giftAmounts: '' }, '25')).toBe(false)
  })
})

describe('the product form of a gift card', () => {
  const typed = {
    name: 'Gift card',
    category: 'Accessories',
    price: '',
    stock: '7',
    giftAmounts: '50, 25, 10-500',
  }
  const more = {
    sizes: [{ size: 'M', stock: '3' }],
    weight: '200',
    taxFree: 'false',
    compareAt: '99',
    hsCode: '610910',
  }

  test('takes price and sizes from its amounts, and nothing that goods have', () => {
    expect(checkProductForm({ ...typed, ...more })).toEqual({
      draft: expect.objectContaining({
        giftAmounts: '25, 50, 10-500',
        price: 10_00,
        sizes: [
          { size: '25', stock: null },
          { size: '50', stock: null },
        ],
        stock: null,
        codes: [],
        compareAt: null,
        weight: null,
        taxFree: true,
        hsCode: '',
        origin: '',
      }) as object,
    })
  })

  test('says at the field which amounts it takes', () => {
    const result = checkProductForm({ ...typed, giftAmounts: 'twenty', price: '5' })
    expect(result).toEqual({
      errors: { giftAmounts: expect.stringContaining('from C$1.00 to C$2,000.00,') as string },
    })
  })
})
