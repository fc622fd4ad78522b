import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

/** `node scripts/fonts/cut-fonts.ts` cuts the fonts to the signs, weights and widths that most pages use. */

/** A font, and what of it is cut out. `signs`: as the `unicode-range` of web/styles/fonts.css. */
interface Cut {
  from: string
  to: string
  signs: string
  axes: Record<string, { min: number; max: number }>
}

const PUNCTUATION =
  'U+00A0, U+00A3, U+00A5, U+00A9, U+00B7, U+00D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+20AC, U+2212'

export const CUTS: readonly Cut[] = [
  {
    from: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    to: 'hanken-grotesk-usual.woff2',
    signs: `U+0020-007E, U+00BC-00BE, U+00C0-00FF, ${PUNCTUATION}`,
    axes: { wght: { min: 400, max: 750 } },
  },
  {
    from: 'archivo/files/archivo-latin-wdth-normal.woff2',
    to: 'archivo-usual.woff2',
    signs: `U+0020-003B, U+003F-005A, U+0061-007A, ${PUNCTUATION}`,
    axes: { wght: { min: 700, max: 900 }, wdth: { min: 100, max: 125 } },
  },
]

/** What browsers apply by themselves, and figures of equal width. */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum']

const ROOT = join(import.meta.dirname, '../..')
export const CUT_FOLDER = join(ROOT, 'web/styles/fonts')

export function cutFont({ from, signs, axes }: Cut): Promise<Uint8Array> {
  return subsetFont(readFileSync(join(ROOT, 'node_modules/@fontsource-variable', from)), textOf(signs), {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    noHinting: true,
    variationAxes: axes,
  })
}

/** Every sign of a `unicode-range`. */
export function textOf(range: string): string {
  return Array.from(range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g), ([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16)
    const count = Number.parseInt(last, 16) - start + 1
    return String.fromCodePoint(...Array.from({ length: count }, (_, at) => start + at))
  }).join('')
}

if (import.meta.main) {
  for (const cut of CUTS) writeFileSync(join(CUT_FOLDER, cut.to), await cutFont(cut))
}
