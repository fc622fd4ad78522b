import { describe, expect, it } from 'vitest'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { changedCodes, copyOf, EMPTY, mergedValues, withCode, withoutErrorsOf } from './product-values.ts'

it('a copy is a draft without stock, schedule and codes, so that it never publishes itself', () => {
  const stored = { ...EMPTY, name: 'Hoodie', price: '118.00', stock: 8, draft: false } as object
  const sizes = [{ size: 'M', stock: 8 }]
  const codes = [{ size: 'M', sku: 'H-M', barcode: '1' }]
  const at = 1_800_000_000_000
  const times = { publishedFrom: at, soldFrom: at, publishedUntil: at + 1 }
  expect(copyOf({ ...stored, ...times, sizes, codes } as StaffProduct)).toMatchObject({
    name: 'Hoodie (copy)',
    price: '118.00',
    stock: '',
    sizes: [{ size: 'M', stock: '' }],
    codes: [],
    draft: 'true',
    publishedFrom: '',
    soldFrom: '',
    publishedUntil: '',
  })
})

it('a bin is sent when it changed, also when it was cleared, and otherwise not', () => {
  const code = { size: 'M', sku: 'H-M', barcode: '' }
  expect(changedCodes(withCode([code], 'M', { bin: 'A-12' }, ['M']), [code])).toEqual([
    { ...code, bin: 'A-12' },
  ])
  const stored = { size: 'M', sku: '', barcode: '', bin: 'A-12' }
  expect(changedCodes(withCode([stored], 'M', { bin: '' }, ['M']), [stored])).toEqual([
    { ...stored, bin: '' },
  ])
  expect(changedCodes([stored], [stored])).toEqual([])
})

it('two staff who change different fields both keep their change', () => {
  const before = { ...EMPTY, name: 'Hoodie', price: '64.50', description: '' }
  const mine = { ...before, description: 'My words.' }
  const theirs = { ...before, price: '80.00' }
  expect(mergedValues(mine, before, theirs)).toEqual({ ...before, price: '80.00', description: 'My words.' })
  expect(mergedValues({ ...mine, price: '70.00' }, before, theirs).price).toBe('70.00')
})

describe('the errors of the product form', () => {
  it('lose that of a field when it changes, and keep the others', () => {
    const errors = { name: 'Enter a name.', price: 'Enter a price.' }
    expect(withoutErrorsOf(errors, { name: 'Hoodie' })).toEqual({ price: 'Enter a price.' })
  })

  it('lose those that depend on the changed field too', () => {
    const errors = { sizes: 'Caps have no size M.', publishedUntil: 'Enter a later time.' }
    expect(withoutErrorsOf(errors, { category: 'Hoodies' })).toEqual({
      publishedUntil: 'Enter a later time.',
    })
    expect(withoutErrorsOf(errors, { publishedFrom: '' })).toEqual({ sizes: 'Caps have no size M.' })
  })
})
