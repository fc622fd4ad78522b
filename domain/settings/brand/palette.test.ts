import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { BRAND } from './brand.ts'
import { contrast, isReadable, nearestReadable } from './color.ts'
import { colorFaults, FIRST_COLORS, FIRST_PALETTE, PAIRS, paletteOf, TEXT_CONTRAST } from './palette.ts'

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

/** Three colours as an owner ends with: each fault is mended by its proposal. */
const readable = fc.record({ ground: anyColor, ink: anyColor, accent: anyColor }).map((colors) => ({
  ...colors,
  ...Object.fromEntries(colorFaults(colors).map(({ field, proposal }) => [field, proposal])),
}))

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.478],
    ['#c1121f', '#f4f1ea', 5.518],
  ])('of %s on %s is %d, as WCAG defines it', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBeCloseTo(ratio, 2)
  })
})

describe('the nearest color that can be read', () => {
  test('is the color itself when it can be read', () => {
    expect(nearestReadable('#c1121f', ['#f4f1ea'], TEXT_CONTRAST)).toBe('#c1121f')
  })

  test('of a pale red on white is a darker red, of a dark red on black a lighter one', () => {
    expect(nearestReadable('#ff6b6b', ['#ffffff'], TEXT_CONTRAST)).toBe('#d34247')
    expect(nearestReadable('#7a0a12', ['#000000'], TEXT_CONTRAST)).toBe('#c0524c')
  })

  test('exists for every color on every ground', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (color, ground) =>
        isReadable(nearestReadable(color, [ground], TEXT_CONTRAST), [ground], TEXT_CONTRAST),
      ),
    )
  })
})

describe('the palette', () => {
  test('of the first colors is that of the specification', () => {
    expect(paletteOf(FIRST_COLORS)).toBe(FIRST_PALETTE)
    expect(colorFaults(FIRST_COLORS)).toEqual([])
  })

  test('lets every text be read and every control be seen, whatever three readable colors it is made of', () => {
    fc.assert(
      fc.property(readable, (colors) => {
        const palette = paletteOf(colors)
        for (const [on, ground, least] of PAIRS) {
          expect(contrast(palette[on], palette[ground]), `${on} on ${ground}`).toBeGreaterThanOrEqual(least)
        }
      }),
    )
  })

  test('keeps a red for what is wrong where the accent is none', () => {
    expect(paletteOf({ ground: '#ffffff', ink: '#111111', accent: '#111111' }).error).toBe('#c1121f')
    expect(paletteOf({ ground: '#0f1012', ink: '#f2f2f2', accent: '#c6ff3d' }).error).toMatch(/^#[ef]/)
  })
})

describe('the brand', () => {
  test('refuses a pair that cannot be read at its field, with the nearest that can', () => {
    const { issues } = v.safeParse(BRAND.schema, { ...BRAND.fallback, accent: '#FF9' })
    expect(issues?.map(({ path, message }) => [path?.map(({ key }) => key).join('.'), message])).toEqual([
      [
        'accent',
        'Text and buttons in #ffff99 cannot be read on #f4f1ea: the contrast is 1.0 and has to be 4.5. The nearest color that can be read is #73710b.',
      ],
    ])
  })

  test('takes colors in short and in capitals', () => {
    expect(v.parse(BRAND.schema, { ...BRAND.fallback, ground: '#FFF' }).ground).toBe('#ffffff')
  })

  test.each(['red', '#12345', 'rgb(0 0 0)', '#0b0b0c;}body{display:none', ''])(
    'refuses %j as a color',
    (ink) => {
      expect(v.safeParse(BRAND.schema, { ...BRAND.fallback, ink }).success).toBe(false)
    },
  )
})
