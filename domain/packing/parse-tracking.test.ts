import { describe, expect, test } from 'vitest'
import { parseOrderNumber, parseTracking } from './parse-tracking.ts'

const brief = (text: string) =>
  parseTracking(text).map(({ number, trackingNumber, carrier, problem }) => [
    number,
    trackingNumber,
    ...(carrier ? [carrier] : []),
    ...(problem ? [problem] : []),
  ])

describe('tracking numbers', () => {
  test.each(['\t', ',', ';', ' ', ' ; '])('order and number may be separated by %j', (separator) => {
    expect(brief(`R-7K3M-9QX2${separator}CP1\r\nr-aaaa-0001${separator}CP2\n\n`)).toEqual([
      ['R-7K3M-9QX2', 'CP1'],
      ['R-AAAA-0001', 'CP2'],
    ])
  })

  test('headings say which columns to read, as in a file from a carrier', () => {
    const file =
      '\uFEFFName,Carrier,"Tracking, number",Reference\n"Ada, P.",Canada Post,"7023","R-7K3M-9QX2"\n'
    expect(brief(file)).toEqual([['R-7K3M-9QX2', '7023', 'Canada Post']])
  })

  test('without headings, the tracking number follows the order number, and the carrier may follow that', () => {
    expect(brief('R-7K3M-9QX2,CP1,Canada Post\n,R-AAAA-0001,,CP2')).toEqual([
      ['R-7K3M-9QX2', 'CP1', 'Canada Post'],
      ['R-AAAA-0001', 'CP2'],
    ])
  })

  test('each row names its own problem', () => {
    const rows = [
      'nothing,CP0',
      'R-AAAA-0001,',
      'R-AAAA-0002,7.02321E+15',
      'R-AAAA-0003,CP3',
      'R-AAAA-0003,CP4',
      'R-AAAA-0005,CP3',
      `R-AAAA-0006,${'9'.repeat(101)}`,
    ]
    expect(parseTracking(rows.join('\n')).map(({ line, problem }) => [line, problem])).toEqual([
      [1, 'no-order'],
      [2, 'no-tracking'],
      [3, 'shortened'],
      [4, null],
      [5, 'doubled-order'],
      [6, 'doubled-tracking'],
      [7, 'too-long'],
    ])
  })

  test('the apostrophe of a defused formula is no part of the number', () => {
    expect(brief("R-7K3M-9QX2,'-CP1")).toEqual([['R-7K3M-9QX2', '-CP1']])
  })

  test('ten thousand lines of separators are read without delay', () => {
    expect(parseTracking(`${',;\t'.repeat(20_000)}\n`.repeat(3))).toEqual([])
  })
})

test('an order number is read in any spelling that a scanner or a person types', () => {
  expect([' r-7k3m-9qx2 ', 'nr-7k3m-9qx2', 'R7K3M9QX2', 'R-7K3M'].map(parseOrderNumber)).toEqual([
    'R-7K3M-9QX2',
    'NR-7K3M-9QX2',
    'R-7K3M-9QX2',
    null,
  ])
})
