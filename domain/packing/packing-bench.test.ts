import { expect, test } from 'vitest'
import {
  isComplete,
  isProductCode,
  interpretScan,
  missingInParcel,
  understoodReading,
  withOneMore,
  type Parcel,
} from './packing-bench.ts'

const tee = { position: 0, name: 'Tee', size: 'M', quantity: 2, barcode: '0123' }
const cap = { position: 1, name: 'Cap', size: 'M', quantity: 1, barcode: '' }
const parcel: Parcel = { number: 'R-7K3M-9QX2', items: [tee, cap], packed: {} }
const full = [0, 0, 1].reduce(withOneMore, parcel)

test('the packing slip is scanned first', () => {
  expect(interpretScan('0123', null)).toEqual({ kind: 'no-slip' })
  expect(interpretScan(' r-aaaa-0001 ', null)).toEqual({ kind: 'slip', number: 'R-AAAA-0001' })
})

test('each scan of an item counts one unit, and a scan beyond the quantity is a surplus', () => {
  expect(interpretScan('0123', parcel)).toEqual({ kind: 'item', position: 0 })
  expect(missingInParcel(withOneMore(parcel, 0))).toBe(2)
  expect(interpretScan('0123', [0, 0].reduce(withOneMore, parcel))).toEqual({ kind: 'surplus', position: 0 })
})

test('the slip of another order is refused until nothing is missing', () => {
  expect(interpretScan('R-AAAA-0001', parcel)).toEqual({ kind: 'unfinished', number: 'R-AAAA-0001' })
  expect(isComplete(full)).toBe(true)
  expect(interpretScan('R-AAAA-0001', full)).toEqual({ kind: 'next', number: 'R-AAAA-0001' })
  expect(interpretScan('R-7K3M-9QX2', full)).toEqual({ kind: 'same-slip' })
})

test('a code of an item counts as that, although it looks like the number of an order', () => {
  const coded: Parcel = { ...parcel, items: [{ ...tee, barcode: 'TEE-0001-BLK2' }] }
  expect(interpretScan('TEE-0001-BLK2', coded)).toEqual({ kind: 'item', position: 0 })
  expect(interpretScan('NR-AAAA-0001', coded)).toEqual({ kind: 'unfinished', number: 'NR-AAAA-0001' })
})

test('any other code is an unknown item, or the number of the carrier whose check digit it has', () => {
  expect(interpretScan('999', parcel)).toEqual({ kind: 'other', isComplete: false, carrier: null })
  const label = { kind: 'other', isComplete: true, carrier: 'Canada Post' }
  expect(interpretScan('7023210039414604', full)).toEqual(label)
})

test('the reading that is understood counts: a code after other text, or of another keyboard', () => {
  expect(understoodReading(['half aR-AAAA-0001', 'R-AAAA-0001'], parcel).code).toBe('R-AAAA-0001')
  expect(understoodReading(['RßAAAAß0001', 'R-AAAA-0001'], null).meaning.kind).toBe('slip')
  expect(understoodReading(['Purolator'], full).code).toBe('Purolator')
})

test('a UPC-A is the same barcode with and without its leading 0', () => {
  const upc: Parcel = { ...parcel, items: [{ ...tee, barcode: '0036000291452' }] }
  expect(interpretScan('036000291452', upc)).toEqual({ kind: 'item', position: 0 })
})

test.each([
  ['0628504123454', true],
  ['036000291452', true],
  ['96385074', true],
  ['0628504123455', false],
  ['7023210039414604', false],
  ['RN123456785CA', false],
])('%s is a product’s barcode: %s', (code, is) => expect(isProductCode(code)).toBe(is))

test('of two lines with the same barcode, a scan counts for the one with a missing item', () => {
  const twice: Parcel = {
    ...parcel,
    items: [
      { ...tee, quantity: 1 },
      { ...cap, barcode: '0123' },
    ],
  }
  expect(interpretScan('0123', withOneMore(twice, 0))).toEqual({ kind: 'item', position: 1 })
})
