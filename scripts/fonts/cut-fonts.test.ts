import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FIRST_PAIR, FONT_PAIRS } from '#domain/settings/brand/font-pairs.ts'
import { CHOSEN_CUTS, cutFont, DOCUMENT_CUTS, FIRST_CUTS, NAME_CUTS, textOf } from './cut-fonts.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const allOf = (...patterns: string[]) => globSync(patterns, { cwd: ROOT }).map(read).join('\n')

const weightOf = (files: string[]) =>
  files.reduce((sum, file) => sum + readFileSync(join(ROOT, file)).length, 0)

describe('the fonts that most pages load', () => {
  test.each([...FIRST_CUTS, ...CHOSEN_CUTS, ...NAME_CUTS, ...DOCUMENT_CUTS])(
    '$to is cut from the installed font',
    async (cut) => {
      const kept = readFileSync(join(ROOT, cut.to))
      expect(Buffer.compare(await cutFont(cut), kept)).toBe(0)
    },
  )

  test.each([...FIRST_CUTS, ...CHOSEN_CUTS])(
    '$to is used for exactly the characters in it',
    ({ to, signs }) => {
      const faces = allOf('web/styles/fonts.css', 'web/fonts/*.css')
        .split('@font-face')
        .filter((face) => face.includes(basename(to)))
      expect(faces).toHaveLength(1)
      expect(
        /unicode-range:([^;]+);/
          .exec(faces[0] ?? '')?.[1]
          ?.replaceAll(/\s+/g, ' ')
          .trim(),
      ).toBe(signs)
    },
  )

  test('together they weigh at most 45 kB', () => {
    expect(weightOf(FIRST_CUTS.map(({ to }) => to))).toBeLessThanOrEqual(45_000)
  })

  test.each(Object.keys(FONT_PAIRS).filter((pair) => pair !== FIRST_PAIR))(
    'those of %s weigh at most 65 kB',
    (pair) => {
      const used = Array.from(
        read(`web/fonts/${pair}.css`).matchAll(/\.\/(cut\/[\w-]+\.woff2)/g),
        ([, file]) => `web/fonts/${file}`,
      )
      expect(used).toHaveLength(2)
      expect(weightOf(used)).toBeLessThanOrEqual(65_000)
    },
  )

  test('every character in the texts of the shop and of its demo products is in one of them', () => {
    const text = allOf('words/en/**/*.{ts,tsx}', 'demo/*.ts', 'domain/places/*.ts')
    const known = new Set(FIRST_CUTS.flatMap(({ signs }) => Array.from(textOf(signs))))
    const missing = new Set(Array.from(text).filter((sign) => sign >= ' ' && !known.has(sign)))
    expect([...missing]).toEqual([])
  })

  test('no style uses another weight', () => {
    const styles = globSync('web/**/*.css', { cwd: ROOT }).filter((path) => !path.endsWith('fonts.css'))
    const weights = styles.flatMap((path) => Array.from(read(path).matchAll(/font(?:-weight)?: (\d+)\b/g)))
    const [sans, display] = FIRST_CUTS.map(({ axes }) => axes['wght'])
    const isIn = (range: typeof sans, weight: number) =>
      typeof range === 'object' && weight >= range.min && weight <= range.max
    expect(weights.length).toBeGreaterThan(50)
    expect(
      weights.filter(([, weight]) => ![sans, display].some((range) => isIn(range, Number(weight)))),
    ).toEqual([])
  })
})
