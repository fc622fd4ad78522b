import { contrast, isReadable, isRed, luminance, mixColors, nearestReadable, type Color } from './color.ts'

/** The colours that an owner chooses; all others follow from them. */
export interface BrandColors {
  /** Behind everything. */
  ground: Color
  /** Text, and what is filled like text. */
  ink: Color
  /** The current link, focus, the pay button, what is sold out. */
  accent: Color
}

/** The colours of the specification. */
export const FIRST_COLORS: BrandColors = { ground: '#f4f1ea', ink: '#0b0b0c', accent: '#c1121f' }

/** Every colour of pages and mails, by the name of its custom property (web/styles/tokens.css). */
export const FIRST_PALETTE = {
  ink: '#0b0b0c',
  bone: '#f4f1ea',
  paper: '#ffffff',
  ash: '#8c8a86',
  quiet: '#5f5d58',
  'quiet-on-deep': '#b9b5ab',
  red: '#c1121f',
  'red-deep': '#7a0a12',
  error: '#c1121f',
  rule: '#d9d4c9',
  'rule-on-ink': '#4a4844',
  line: '#77746e',
  shade: '#ebe7dd',
  deep: '#0b0b0c',
  'on-deep': '#f4f1ea',
  light: '#ffffff',
  dark: '#0b0b0c',
  hero: '#7a0a12',
} satisfies Record<string, Color>

/** Panels on a light ground. */
const PAPER = '#ffffff'

/** A colour for each place that has one. */
export type Palette = Record<keyof typeof FIRST_PALETTE, Color>

/** The contrast that WCAG 2.2 AA asks of text, and of what is needed to see a control. */
export const TEXT_CONTRAST = 4.5
export const CONTROL_CONTRAST = 3

/** What stands on what, and the contrast that it needs. */
export const PAIRS: readonly (readonly [on: keyof Palette, ground: keyof Palette, least: number])[] = [
  ...(['ink', 'quiet', 'red', 'red-deep', 'error'] as const).flatMap((text) =>
    (['bone', 'paper', 'shade'] as const).map((ground) => [text, ground, TEXT_CONTRAST] as const),
  ),
  ...(['ink', 'red', 'red-deep', 'error'] as const).map(
    (ground) => ['paper', ground, TEXT_CONTRAST] as const,
  ),
  ['bone', 'ink', TEXT_CONTRAST],
  ['on-deep', 'deep', TEXT_CONTRAST],
  ['light', 'deep', TEXT_CONTRAST],
  ['quiet-on-deep', 'deep', TEXT_CONTRAST],
  ['light', 'dark', TEXT_CONTRAST],
  ['light', 'hero', TEXT_CONTRAST],
  ['line', 'bone', CONTROL_CONTRAST],
  ['line', 'paper', CONTROL_CONTRAST],
]

/** A chosen colour that cannot be read, and the nearest that can. */
export interface ColorFault {
  field: 'ink' | 'accent'
  message: string
  proposal: Color
}

/** What is wrong with the chosen colours; empty when everything made of them can be read. */
export function colorFaults({ ground, ink, accent }: BrandColors): ColorFault[] {
  const inkFault = colorFault('ink', 'Text', ink, [ground])
  const isDark = isDarkGround({ ground, ink: inkFault?.proposal ?? ink })
  const accentFault = colorFault('accent', 'Text and buttons', accent, isDark ? [ground] : [ground, PAPER])
  return [inkFault, accentFault].filter((fault) => fault !== null)
}

function colorFault(
  field: ColorFault['field'],
  what: string,
  color: Color,
  grounds: readonly Color[],
): ColorFault | null {
  const worst = grounds.find((one) => !isReadable(color, [one], TEXT_CONTRAST))
  if (worst === undefined) return null
  const proposal = nearestReadable(color, grounds, TEXT_CONTRAST)
  const has = (Math.floor(contrast(color, worst) * 10) / 10).toFixed(1)
  const message = `${what} in ${color} cannot be read on ${worst}: the contrast is ${has} and has to be ${TEXT_CONTRAST}. The nearest color that can be read is ${proposal}.`
  return { field, message, proposal }
}

/** Whether light text stands on a dark ground. */
export function isDarkGround({ ground, ink }: Pick<BrandColors, 'ground' | 'ink'>): boolean {
  return luminance(ground) < luminance(ink)
}

/** All colours that follow from three that can be read (`colorFaults`): each of PAIRS has its contrast. */
export function paletteOf(colors: BrandColors): Palette {
  const { ground, ink, accent } = colors
  if (ground === FIRST_COLORS.ground && ink === FIRST_COLORS.ink && accent === FIRST_COLORS.accent) {
    return FIRST_PALETTE
  }
  const isDark = isDarkGround(colors)
  /** The first mix of `one` with some of `other` that has its contrast on the grounds. */
  const mixed = (one: Color, other: Color, share: number, fits: (made: Color) => boolean): Color => {
    for (let part = share; part > 0; part -= 0.02) {
      const made = mixColors(one, other, part)
      if (fits(made)) return made
    }
    return one
  }
  const carriesText = (made: Color) => isReadable(made, [ink, accent], TEXT_CONTRAST)
  const paper = isDark ? mixed(ground, ink, 0.08, carriesText) : PAPER
  const shade = mixed(ground, ink, isDark ? 0.14 : 0.05, carriesText)
  const grounds = [ground, paper, shade]
  const onGrounds = (least: number) => (made: Color) => isReadable(made, grounds, least)
  const line = mixed(ink, ground, 0.5, onGrounds(CONTROL_CONTRAST))
  const [light, dark] = isDark ? [ink, ground] : [paper, ink]
  const [deep, onDeep] = isDark ? [shade, ink] : [ink, ground]
  return {
    ink,
    bone: ground,
    paper,
    ash: line,
    quiet: mixed(ink, ground, 0.34, onGrounds(TEXT_CONTRAST)),
    'quiet-on-deep': mixed(onDeep, deep, 0.3, (made) => isReadable(made, [deep], TEXT_CONTRAST)),
    red: accent,
    'red-deep': mixColors(accent, luminance(accent) > luminance(ground) ? '#ffffff' : '#000000', 0.3),
    error: isRed(accent) ? accent : nearestReadable(FIRST_PALETTE.error, grounds, TEXT_CONTRAST),
    rule: mixColors(ground, ink, 0.14),
    'rule-on-ink': mixColors(ink, ground, 0.3),
    line,
    shade,
    deep,
    'on-deep': onDeep,
    light,
    dark,
    hero: dark,
  }
}
