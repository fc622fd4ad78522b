import { describe, expect, it } from 'vitest'
import { withoutErrorsOf } from './product-values.ts'

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
