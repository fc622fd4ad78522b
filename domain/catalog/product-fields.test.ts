import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { countField, lineField, linesField } from './field-kinds.ts'
import { FIELD_COLUMNS, PRODUCT_FIELDS, withEmptyFields } from './product-fields.ts'

const about = { label: 'Care', column: 'care', problem: 'No.' }

/** What is stored of a typed value; the problem when it is refused. */
function stored(schema: v.GenericSchema, typed: unknown): unknown {
  const result = v.safeParse(schema, typed)
  return result.success ? result.output : result.issues[0].message
}

describe('a kind of field', () => {
  test('a line is one line of visible characters, and may stay empty', () => {
    const { schema, empty } = lineField({ ...about, maxLength: 4 })
    expect(
      [undefined, ' R\u200b1 ', 'R12', 'R1234', 'a\nb', 7].map((typed) => stored(schema, typed)),
    ).toEqual([empty, 'R1', 'R12', 'No.', 'No.', 'No.'])
  })

  test('lines keep their ends, and may stay empty', () => {
    const { schema, empty } = linesField({ ...about, maxLength: 9 })
    expect([undefined, ' cold\r\nwash', 'cold wash!', 'a\0'].map((typed) => stored(schema, typed))).toEqual([
      empty,
      'cold\nwash',
      'No.',
      'No.',
    ])
  })

  test('a count is empty or a whole number up to its limit, typed or sent', () => {
    const { schema, empty } = countField({ ...about, most: 500, detail: 'Grams.' })
    expect([undefined, '', '180', 500, 501, '1.5', -1].map((typed) => stored(schema, typed))).toEqual([
      empty,
      null,
      180,
      500,
      'No.',
      'No.',
      'No.',
    ])
  })
})

describe('the fields of a product', () => {
  test('each have their own column', () => {
    const columns = Object.values(FIELD_COLUMNS)
    expect(new Set(columns).size).toBe(columns.length)
  })

  test('are empty when they are left out', () => {
    const tee = { name: 'Tee', price: cents(5_00), category: 'T-Shirts' } as const
    expect(withEmptyFields(tee)).toMatchObject({
      ...tee,
      stock: null,
      description: '',
      sizes: [],
      pictures: [],
    })
    expect(Object.keys(withEmptyFields(tee)).toSorted()).toEqual(PRODUCT_FIELDS.toSorted())
  })
})
