/** A colour as pages name it: `#rrggbb`, in lower case. */
export type Color = string

/** Red, green and blue, or the lightness and the two axes of OKLab. */
type Three = readonly [number, number, number]

const STEP = 0.004

/** Whether a text is a colour. */
export function isColor(text: string): text is Color {
  return /^#[\da-f]{6}$/.test(text)
}

/** Red, green and blue as light, each from 0 to 1. */
function lightOf(color: Color): Three {
  return byEach((at) => {
    const part = Number.parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
}

/** Null: no screen shows so much colour at this lightness. */
function colorOfLight(light: Three): Color | null {
  if (light.some((part) => part < -0.0005 || part > 1.0005)) return null
  const parts = light.map((part) => {
    const one = Math.min(1, Math.max(0, part))
    const seen = one <= 0.003_130_8 ? one * 12.92 : 1.055 * one ** (1 / 2.4) - 0.055
    return Math.round(seen * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

/** OKLab (bottosson.github.io/posts/oklab): equal steps of its lightness look equal. */
function labOf(color: Color): Three {
  const cones = times(lightOf(color), [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
  ])
  return times(
    byEach((at) => Math.cbrt(cones[at] ?? 0)),
    [
      [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
      [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
      [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
    ],
  )
}

/** With less colour where a screen cannot show all of it. */
function colorOfLab([lightness, green, blue]: Three): Color {
  for (let share = 1; share > 0; share -= 0.05) {
    const cones = times(
      [lightness, green * share, blue * share],
      [
        [1, 0.396_337_777_4, 0.215_803_757_3],
        [1, -0.105_561_345_8, -0.063_854_172_8],
        [1, -0.089_484_177_5, -1.291_485_548],
      ],
    )
    const color = colorOfLight(
      times(
        byEach((at) => (cones[at] ?? 0) ** 3),
        [
          [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
          [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
          [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701],
        ],
      ),
    )
    if (color !== null) return color
  }
  return lightness > 0.5 ? '#ffffff' : '#000000'
}

/** How light a colour is, from 0 to 1 (WCAG 2.2, relative luminance). */
export function luminance(color: Color): number {
  const [red, green, blue] = lightOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The colour between two: `share` of the second, from 0 to 1. */
export function mixColors(one: Color, other: Color, share: number): Color {
  const [from, to] = [labOf(one), labOf(other)]
  return colorOfLab(byEach((at) => (from[at] ?? 0) * (1 - share) + (to[at] ?? 0) * share))
}

/** Whether a colour is a red, which says that something is wrong. */
export function isRed(color: Color): boolean {
  const [, green, blue] = labOf(color)
  return Math.hypot(green, blue) > 0.08 && green > 0 && Math.abs(Math.atan2(blue, green) - 0.45) < 0.45
}

/** Whether a colour has this contrast on each of the grounds. */
export function isReadable(color: Color, grounds: readonly Color[], least: number): boolean {
  return grounds.every((ground) => contrast(color, ground) >= least)
}

/** The colour of the same hue that has this contrast on the grounds and is nearest in lightness. */
export function nearestReadable(color: Color, grounds: readonly Color[], least: number): Color {
  const [lightness, green, blue] = labOf(color)
  for (let away = 0; away <= 1; away += STEP) {
    for (const at of [lightness - away, lightness + away]) {
      const candidate = away === 0 ? color : colorOfLab([Math.min(1, Math.max(0, at)), green, blue])
      if (isReadable(candidate, grounds, least)) return candidate
    }
  }
  return isReadable('#ffffff', grounds, least) ? '#ffffff' : '#000000'
}

function times(of: Three, rows: readonly [Three, Three, Three]): Three {
  return byEach((at) => rows[at]?.reduce((sum, part, column) => sum + part * (of[column] ?? 0), 0) ?? 0)
}

function byEach(part: (at: number) => number): Three {
  return [part(0), part(1), part(2)]
}
