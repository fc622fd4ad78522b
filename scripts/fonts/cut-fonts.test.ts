import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CUT_FOLDER, cutFont, CUTS, textOf } from './cut-fonts.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const allOf = (...patterns: string[]) => globSync(patterns, { cwd: ROOT }).map(read).join('\n')

describe('the fonts that most pages load', () => {
  test.each(CUTS)('$to is cut from the installed font', async (cut) => {
    const kept = readFileSync(join(CUT_FOLDER, cut.to))
    expect(Buffer.compare(await cutFont(cut), kept)).toBe(0)
  })

  test.each(CUTS)('$to is used for exactly the characters in it', ({ to, signs }) => {
    const faces = read('web/styles/fonts.css')
      .split('@font-face')
      .filter((face) => face.includes(to))
    expect(faces).toHaveLength(1)
    expect(
      /unicode-range:([^;]+);/
        .exec(faces[0] ?? '')?.[1]
        ?.replaceAll(/\s+/g, ' ')
        .trim(),
    ).toBe(signs)
  })

  test('together they weigh at most 45 kB', () => {
    const sizes = CUTS.map(({ to }) => readFileSync(join(CUT_FOLDER, to)).length)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(45_000)
  })

  test('every character in the texts of the shop and of its demo products is in one of them', () => {
    const text = allOf('words/en/**/*.{ts,tsx}', 'demo/*.ts', 'domain/places/*.ts')
    const known = new Set(CUTS.flatMap(({ signs }) => Array.from(textOf(signs))))
    const missing = new Set(Array.from(text).filter((sign) => sign >= ' ' && !known.has(sign)))
    expect([...missing]).toEqual([])
  })

  test('no style uses another weight', () => {
    const styles = globSync('web/**/*.css', { cwd: ROOT }).filter((path) => !path.endsWith('fonts.css'))
    const weights = styles.flatMap((path) => Array.from(read(path).matchAll(/font(?:-weight)?: (\d+)\b/g)))
    const [sans, display] = CUTS.map(({ axes }) => axes['wght'])
    const isIn = (range: typeof sans, weight: number) =>
      range !== undefined && weight >= range.min && weight <= range.max
    expect(weights.length).toBeGreaterThan(50)
    expect(
      weights.filter(([, weight]) => ![sans, display].some((range) => isIn(range, Number(weight)))),
    ).toEqual([])
  })
})
