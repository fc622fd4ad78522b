import * as v from 'valibot'
import type { Setting } from '#domain/settings/setting.ts'
import { keysOf } from '#domain/record-of.ts'
import { FIRST_PAIR, FONT_PAIRS, type FontPair } from './font-pairs.ts'
import { MAX_SVG_LENGTH } from './clean-svg.ts'
import type { HomePicture } from '#domain/settings/home-page.ts'
import { markSchema, pictureSchema, type Mark } from './mark.ts'
import { colorFaults, FIRST_COLORS, type BrandColors } from './palette.ts'

/** How far the corners of buttons, fields and notices are rounded, in pixels. */
export const CORNERS = { square: 0, slight: 2, round: 10 } as const

/** What makes the pages of a shop its own. */
export interface Brand extends BrandColors {
  /** For a light and for a dark ground; null: the name of the shop in its typeface. */
  wordmark: Mark | null
  wordmarkOnDark: Mark | null
  /** A square picture for tabs and home screens; null: the first letter of the name. */
  icon: HomePicture | null
  /** Behind the wordmark in link previews; null: a plain color. */
  card: HomePicture | null
  corners: keyof typeof CORNERS
  fonts: FontPair
}

const color = v.pipe(
  v.string('Choose a color.'),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^#([\da-f]{3}|[\da-f]{6})$/, 'Enter a color such as #c1121f.'),
  v.transform((text) => (text.length === 4 ? text.replaceAll(/[\da-f]/g, (sign) => sign + sign) : text)),
)

const orNone = <Output>(schema: v.GenericSchema<unknown, Output>) => v.optional(v.nullable(schema), null)

/** The brand as a setting: that of the specification until an owner changes it. */
export const BRAND: Setting<Brand> = {
  name: 'brand',
  label: 'Brand',
  lead: 'Wordmark, colors, corners and typefaces of every page and email.',
  seenAt: '/shop',
  schema: v.pipe(
    v.object({
      wordmark: orNone(markSchema),
      wordmarkOnDark: orNone(markSchema),
      icon: orNone(pictureSchema),
      card: orNone(pictureSchema),
      ground: color,
      ink: color,
      accent: color,
      corners: v.picklist(keysOf(CORNERS), 'Choose the corners.'),
      fonts: v.optional(v.picklist(keysOf(FONT_PAIRS), 'Choose the typefaces.'), FIRST_PAIR),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return
      for (const { field, message } of colorFaults(dataset.value)) {
        const { value } = dataset
        addIssue({
          message,
          path: [{ type: 'object', origin: 'value', input: { ...value }, key: field, value: value[field] }],
        })
      }
    }),
  ),
  fallback: {
    wordmark: null,
    wordmarkOnDark: null,
    icon: null,
    card: null,
    ...FIRST_COLORS,
    corners: 'square',
    fonts: FIRST_PAIR,
  },
  fields: {
    wordmark: {
      label: 'Wordmark',
      kind: 'mark',
      hint: `An SVG drawing up to ${MAX_SVG_LENGTH / 1_000} kB, with text as paths, or a PNG with a transparent ground, at least 320 pixels wide. Without one, the name is set in the typeface of headings.`,
      least: 320,
    },
    wordmarkOnDark: {
      label: 'Wordmark on dark',
      kind: 'mark',
      hint: 'For pictures, the footer and gift cards. Without it, the shape of the other one is shown in white.',
      least: 320,
    },
    icon: {
      label: 'Shop icon',
      kind: 'picture',
      hint: 'A square image, at least 512 × 512 pixels: browser tabs, bookmarks and home screens show it in all sizes. Without one, they show the first letter of the name.',
      least: 180,
      sharp: 512,
    },
    card: {
      label: 'Image for link previews',
      kind: 'picture',
      hint: 'Optional: behind the wordmark where someone shares a link, 1,200 × 630 pixels or larger.',
      least: 600,
      sharp: 1_200,
    },
    ground: { label: 'Ground', kind: 'color', hint: 'Behind everything.' },
    ink: { label: 'Ink', kind: 'color', hint: 'Text, dark buttons and the footer.' },
    accent: {
      label: 'Accent',
      kind: 'color',
      hint: 'The pay button, the current link, focus, and what is sold out. All other colors follow from these three.',
    },
    corners: {
      label: 'Corners',
      kind: 'choice',
      choices: { square: 'Square', slight: 'Slightly rounded', round: 'Round' },
    },
    fonts: { label: 'Typefaces', kind: 'choice', choices: FONT_PAIRS },
  },
  pictures: ['wordmark', 'wordmarkOnDark', 'icon', 'card'],
}

/** Whether there is a wordmark; otherwise the name of the shop is set in its typeface. */
export function hasMark({ wordmark, wordmarkOnDark }: Pick<Brand, 'wordmark' | 'wordmarkOnDark'>): boolean {
  return wordmark !== null || wordmarkOnDark !== null
}
