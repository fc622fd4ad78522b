import { keysOf } from '#domain/record-of.ts'
import { BRAND, CORNERS, type Brand } from '#domain/settings/brand/brand.ts'
import { svgAddress, type Mark } from '#domain/settings/brand/mark.ts'
import type { HomePicture } from '#domain/settings/home-page.ts'
import { nearestReadable } from '#domain/settings/brand/color.ts'
import { isDarkGround, paletteOf, TEXT_CONTRAST, type BrandColors } from '#domain/settings/brand/palette.ts'

const WHITE = '#ffffff'

type Variables = Record<string, string>

/** The address of a stored picture. */
type AddressOf = (picture: HomePicture) => string

/** The custom properties of a brand, which `tokens.css` has for the first one. */
export function brandVariables(brand: Brand, addressOf: AddressOf): Variables {
  return {
    ...colorVariables(brand),
    ...markVariables(brand, isDarkGround(brand), addressOf),
    '--radius': `${CORNERS[brand.corners]}px`,
  }
}

/** Those that differ from the first brand as the text of a style sheet; empty when none does. */
export function brandStyles(brand: Brand, addressOf: AddressOf): string {
  const own = rule(brandVariables(brand, addressOf))
  if (!isDarkGround(brand)) return own
  // Printers leave out the ground, and light text with it.
  const accent = nearestReadable(brand.accent, [WHITE], TEXT_CONTRAST)
  const onPaper = rule({
    ...brandVariables(brand, addressOf),
    ...colorVariables({ ground: WHITE, ink: brand.ground, accent }),
    ...markVariables(brand, false, addressOf),
  })
  return `@media screen{${own}:root{color-scheme:dark}}@media print{${onPaper}}`
}

function rule(variables: Variables): string {
  const first = brandVariables(BRAND.fallback, () => '')
  const own = Object.entries(variables).filter(([name, value]) => value !== first[name])
  return own.length === 0 ? '' : `:root{${own.map(([name, value]) => `${name}:${value}`).join(';')}}`
}

/** The wordmark on the ground of pages, and on what is dark on every ground. */
function markVariables(
  { wordmark, wordmarkOnDark }: Brand,
  isDark: boolean,
  addressOf: AddressOf,
): Variables {
  const onDark = wordmarkOnDark ?? wordmark
  const onGround = isDark ? onDark : (wordmark ?? wordmarkOnDark)
  if (onDark === null || onGround === null) return {}
  const image = (mark: Mark) => `url("${'svg' in mark ? svgAddress(mark) : addressOf(mark)}")`
  const white = wordmarkOnDark === null ? 'brightness(0) invert(1)' : 'none'
  const black = wordmark === null ? 'brightness(0)' : 'none'
  return {
    '--mark': image(onGround),
    '--mark-shape': `${onGround.width}/${onGround.height}`,
    '--mark-filter': isDark ? white : black,
    '--mark-on-dark': image(onDark),
    '--mark-on-dark-filter': white,
  }
}

function colorVariables(colors: BrandColors): Variables {
  const palette = paletteOf(colors)
  return {
    ...Object.fromEntries(keysOf(palette).map((name) => [`--${name}`, palette[name]])),
    '--veil': `color-mix(in srgb,${palette.dark} 55%,transparent)`,
    '--veil-light': `color-mix(in srgb,${palette.bone} 45%,transparent)`,
  }
}
