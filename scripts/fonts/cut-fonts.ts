import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { DOCUMENT_SIGNS } from '#operations/orders/documents/document-signs.ts'
import type { FontPair } from '#domain/settings/brand/font-pairs.ts'

/** `node scripts/fonts/cut-fonts.ts` cuts the fonts to the signs, weights and widths that most pages use. */

/** A font, and what of it is cut out. `signs`: as the `unicode-range` of its style sheet. `to`: from the root. */
interface Cut {
  from: string
  to: string
  signs: string
  axes: Record<string, number | { min: number; max: number }>
}

const PUNCTUATION =
  'U+00A0, U+00A3, U+00A5, U+00A9, U+00B7, U+00D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+20AC, U+2212'

const USUAL = `U+0020-007E, U+00BC-00BE, U+00C0-00FF, ${PUNCTUATION}`

/** The fonts of most pages of a shop that has not chosen others. */
export const FIRST_CUTS: readonly Cut[] = [
  {
    from: 'hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    to: 'web/styles/fonts/hanken-grotesk-usual.woff2',
    signs: USUAL,
    axes: { wght: { min: 400, max: 750 } },
  },
  {
    from: 'archivo/files/archivo-latin-wdth-normal.woff2',
    to: 'web/styles/fonts/archivo-usual.woff2',
    signs: `U+0020-003B, U+003F-005A, U+0061-007A, ${PUNCTUATION}`,
    axes: { wght: { min: 700, max: 900 }, wdth: { min: 100, max: 125 } },
  },
]

/** The lightest and the boldest weight of each font of the pairs to choose from (web/fonts/). */
const CHOSEN: Readonly<Record<string, [min: number, max: number]>> = {
  'inter-tight': [500, 900],
  inter: [400, 750],
  'bricolage-grotesque': [500, 800],
  'instrument-sans': [400, 700],
  unbounded: [500, 900],
  onest: [400, 750],
  oswald: [400, 700],
  'public-sans': [400, 750],
  syne: [500, 800],
  'work-sans': [400, 750],
  'space-grotesk': [500, 700],
  'dm-sans': [400, 750],
  'bodoni-moda': [500, 900],
  figtree: [400, 750],
  fraunces: [500, 900],
  'source-sans-3': [400, 750],
}

/** The same for those pairs. */
export const CHOSEN_CUTS: readonly Cut[] = Object.entries(CHOSEN).map(([font, [min, max]]) => ({
  from: `${font}/files/${font}-latin-wght-normal.woff2`,
  to: `web/fonts/cut/${font}-usual.woff2`,
  signs: USUAL,
  axes: { wght: { min, max } },
}))

/** The display face of each pair in the weight of its headings, in which names are drawn as pictures. */
const NAMES: Readonly<Record<FontPair, [font: string, weight: number]>> = {
  archivo: ['archivo', 850],
  inter: ['inter-tight', 800],
  bricolage: ['bricolage-grotesque', 800],
  unbounded: ['unbounded', 700],
  oswald: ['oswald', 600],
  syne: ['syne', 800],
  space: ['space-grotesk', 700],
  bodoni: ['bodoni-moda', 500],
  fraunces: ['fraunces', 600],
}

/** Not compressed: the library that draws pictures reads nothing else. */
export const NAME_CUTS: readonly Cut[] = Object.entries(NAMES).map(([pair, [font, weight]]) => ({
  from: `${font}/files/${font}-latin-${font === 'archivo' ? 'wdth' : 'wght'}-normal.woff2`,
  to: `providers/images/making/faces/${pair}.ttf`,
  signs: USUAL,
  axes: { wght: weight, ...(font === 'archivo' && { wdth: 125 }) },
}))

/** What invoices and credit notes are set in. Not compressed: every file is read once. */
export const DOCUMENT_CUTS: readonly Cut[] = Object.entries(DOCUMENT_SIGNS).flatMap(([signs, range]) =>
  [400, 700].map((weight) => ({
    from: `inter/files/inter-${signs}-wght-normal.woff2`,
    to: `operations/orders/documents/faces/${signs}-${weight}.ttf`,
    signs: range,
    axes: { wght: weight },
  })),
)

/** What browsers apply by themselves, and figures of equal width. */
const FEATURES = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum']

const ROOT = join(import.meta.dirname, '../..')

export function cutFont({ from, to, signs, axes }: Cut): Promise<Uint8Array> {
  return subsetFont(readFileSync(join(ROOT, 'node_modules/@fontsource-variable', from)), textOf(signs), {
    targetFormat: to.endsWith('.ttf') ? 'sfnt' : 'woff2',
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
  for (const cut of [...FIRST_CUTS, ...CHOSEN_CUTS, ...NAME_CUTS, ...DOCUMENT_CUTS])
    writeFileSync(join(ROOT, cut.to), await cutFont(cut))
}
