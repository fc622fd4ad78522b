/** The typefaces that an owner can choose, for headings and for text. The style sheet of each is in web/fonts/. */
export const FONT_PAIRS = {
  archivo: 'Archivo and Hanken Grotesk: wide, heavy capitals',
  inter: 'Inter Tight and Inter: tight and bold',
  bricolage: 'Bricolage Grotesque and Instrument Sans: lively',
  unbounded: 'Unbounded and Onest: round and wide',
  oswald: 'Oswald and Public Sans: condensed capitals',
  syne: 'Syne and Work Sans: art school',
  space: 'Space Grotesk and DM Sans: technical',
  bodoni: 'Bodoni Moda and Figtree: fashion, high contrast',
  fraunces: 'Fraunces and Source Sans: a warm serif',
} as const

/** One of them. */
export type FontPair = keyof typeof FONT_PAIRS

/** Part of the styles of every page (web/styles/fonts.css). */
export const FIRST_PAIR = 'archivo' satisfies FontPair
