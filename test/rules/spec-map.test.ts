import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  decisionsOf,
  readSpecMap,
  testTitles,
  wrongRows,
  type SpecMapContext,
} from '#test/support/sources/read-spec-map.ts'

const ROOT = join(import.meta.dirname, '../..')

function read(path: string): string | null {
  const file = join(ROOT, path)
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : null
}

describe('docs/spec-map.md', () => {
  const decisions = read('docs/decisions/where-we-leave-the-spec.md') ?? ''
  const rows = readSpecMap(read('docs/spec-map.md') ?? '')

  test('every row names existing files, tests and decisions', () => {
    expect(wrongRows(rows, { read, decisions })).toEqual([])
  })

  test('no statement is missing', () => {
    const floors = { 1: 19, 2: 176, 3: 39, 4: 39, 5: 36, 6: 6, 7: 32, 8: 39, 9: 30 }
    const counts = Object.keys(floors).map((section) => rows.filter(({ id }) => id.split('.')[0] === section))
    const lost = Object.values(floors).filter((floor, index) => (counts[index]?.length ?? 0) < floor)
    expect(lost).toEqual([])
  })

  test('every decision is referenced by a statement', () => {
    const used = new Set(rows.flatMap((row) => row.decisions.map(({ anchor }) => anchor)))
    expect([...decisionsOf(decisions).keys()].filter((anchor) => !used.has(anchor))).toEqual([])
    expect(used.size).toBeGreaterThanOrEqual(19)
    for (const section of decisionsOf(decisions).values()) {
      expect(section).toMatch(/\*\*Spec:\*\* .+ \*\*We:\*\* .+ \*\*Because\*\* .+/)
    }
  })

  test('at most one statement in twelve has a decision but no test', () => {
    const untested = rows.filter(({ tests }) => tests.length === 0)
    expect(untested.length).toBeLessThan(rows.length / 12)
  })
})

describe('the check of the map', () => {
  const world: SpecMapContext = {
    read: (path) =>
      ({
        'web/a.ts': 'export const a = 1',
        'test/a.test.ts': `test.each([1, 2])(\n  'a price of %s is written \\'so\\'', () => {})\ntest("yen have no decimals", f)`,
      })[path] ?? null,
    decisions: '# Page\n\n### Stock is counted\n\n**Spec:** One number,\nnever checked.\n',
  }
  const wrong = (...lines: string[]) =>
    wrongRows(
      readSpecMap(['| id | statement | file | test |', '|---|---|---|---|', ...lines].join('\n')),
      world,
    )
  const good = '| 2.shop.1 | Prices | `web/a.ts` | `test/a.test.ts` "a price of %s" |'

  test('accepts a row with an existing file, test and decision', () => {
    const decision =
      'decision: [One number, never checked](decisions/where-we-leave-the-spec.md#stock-is-counted)'
    expect(wrong(good, `| 2.shop.2 | Stock | \`web/a.ts\` | ${decision} |`)).toEqual([])
  })

  test.each([
    [
      '| 2.shop.1 | Prices | `web/b.ts` | `test/a.test.ts` "a price of %s" |',
      'names web/b.ts, which is not there',
    ],
    ['| 2.shop.1 | Prices |  | `test/a.test.ts` "a price of %s" |', 'names no file'],
    ['| 2.shop.1 | Prices | `web/a.ts` |  |', 'names no test and no decision'],
    [
      '| 2.shop.1 | Prices | `web/a.ts` | `test/b.test.ts` "a price of %s" |',
      'names test/b.test.ts, which is no test file',
    ],
    [
      '| 2.shop.1 | Prices | `web/a.ts` | `web/a.ts` "export const" |',
      'names web/a.ts, which is no test file',
    ],
    [
      '| 2.shop.1 | Prices | `web/a.ts` | `test/a.test.ts` "won have no decimals" |',
      'quotes no test of test/a.test.ts: won have no decimals',
    ],
    ['| 2.shop.1 | Prices | `web/a.ts` | `test/a.test.ts` "yen" |', 'quotes too little of a title: yen'],
    [
      '| 2.shop.1 | Prices | `web/a.ts` | decision: [No](decisions/where-we-leave-the-spec.md#no) |',
      'points to no decision: no',
    ],
    ['| 2.shop.1 |  | `web/a.ts` | `test/a.test.ts` "a price of %s" |', 'states nothing'],
    [
      '| 2.shop.1 | Stock | `web/a.ts` | decision: [Six numbers](decisions/where-we-leave-the-spec.md#stock-is-counted) |',
      'quotes what stock-is-counted does not say: Six numbers',
    ],
  ])('reports the error in %s', (line, what) => {
    expect(wrong(line)).toEqual([`2.shop.1 ${what}`])
  })

  test('reports a duplicate id and an invalid id', () => {
    expect(wrong(good, good)).toEqual(['2.shop.1 is there twice'])
    expect(wrong(good.replace('2.shop.1', 'shop'))).toEqual(['shop is no id'])
  })

  test('reads titles of tests and suites, in any quotes, including tables', () => {
    const source = [
      'describeOnEachDatabase("One", (open) => {',
      "test('two \\'2\\'', f)",
      'test.each([\n[1],\n])(`three ${words}`, f)',
      "test.describe('four', f)",
      "expect(read('five'))",
    ]
    expect(testTitles(source.join('\n'))).toEqual(['One', "two '2'", 'three ${words}', 'four'])
  })
})
