import { keysOf } from '#domain/record-of.ts'
import { CORNERS, type Brand } from '#domain/settings/brand/brand.ts'
import { nearestReadable } from '#domain/settings/brand/color.ts'
import {
  FIRST_PALETTE,
  isDarkGround,
  paletteOf,
  TEXT_CONTRAST,
  type BrandColors,
} from '#domain/settings/brand/palette.ts'

const WHITE = '#ffffff'

type Variables = Record<string, string>

/** The custom properties in which a brand differs from `tokens.css`. */
export function brandVariables(brand: Brand): Variables {
  return {
    ...colorVariables(brand),
    ...(brand.corners === 'square' ? {} : { '--radius': `${CORNERS[brand.corners]}px` }),
  }
}

/** The same as the text of a style sheet; empty when nothing differs. */
export function brandStyles(brand: Brand): string {
  const own = rule(brandVariables(brand))
  if (!isDarkGround(brand)) return own
  // Printers leave out the ground, and light text with it.
  const accent = nearestReadable(brand.accent, [WHITE], TEXT_CONTRAST)
  const onPaper = rule({
    ...brandVariables(brand),
    ...colorVariables({ ground: WHITE, ink: brand.ground, accent }),
  })
  return `@media screen{${own}:root{color-scheme:dark}}@media print{${onPaper}}`
}

function rule(variables: Variables): string {
  const text = Object.entries(variables).map(([name, value]) => `${name}:${value}`)
  return text.length === 0 ? '' : `:root{${text.join(';')}}`
}

function colorVariables(colors: BrandColors): Variables {
  const palette = paletteOf(colors)
  if (palette === FIRST_PALETTE) return {}
  return {
    ...Object.fromEntries(keysOf(palette).map((name) => [`--${name}`, palette[name]])),
    '--veil': `color-mix(in srgb,${palette.dark} 55%,transparent)`,
    '--veil-light': `color-mix(in srgb,${palette.bone} 45%,transparent)`,
  }
}
