import { expect, test } from 'vitest'
import { CARRIER_FORMAT_NAMES, DEFAULT_CARRIER_COLUMNS, parseCarrierColumns } from './carrier-columns.ts'

test('a column is a heading and a field, a heading and a fixed text, or a field alone', () => {
  expect(parseCarrierColumns('Reference=order, postal,Weight (kg)="0,5"')).toEqual([
    { heading: 'Reference', cell: { field: 'order' } },
    { heading: 'postal', cell: { field: 'postal' } },
    { heading: 'Weight (kg)', cell: { text: '0,5' } },
  ])
})

test.each(['', ',', 'Reference=number', 'order,,postal', '=order', 'Weight="0.5', 'Weight=0.5'])(
  '%j is refused',
  (setting) => expect(parseCarrierColumns(setting)).toBeNull(),
)

test('the default columns are written in the same form', () => {
  for (const format of CARRIER_FORMAT_NAMES) {
    expect(parseCarrierColumns(DEFAULT_CARRIER_COLUMNS[format])?.length, format).toBeGreaterThan(9)
  }
})
