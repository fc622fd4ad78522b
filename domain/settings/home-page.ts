import * as v from 'valibot'
import type { Picture } from '#domain/catalog/product.ts'
import { pictureEntries } from '#domain/catalog/fields/list-kinds.ts'
import * as words from '#words/en/home.ts'
import type { StoredFilm } from './film.ts'
import {
  chosenProductsSchema,
  homeSectionsSchema,
  productsHeadingSchema,
  storedFilmSchema,
} from './home-section-form.ts'
import { firstSections, type HomeSection } from './home-sections.ts'
import type { Setting } from './setting.ts'
import { requiredSettingLine, settingLine } from './setting-text.ts'

/** A stored picture of the home page. One description serves both. */
export type HomePicture = Omit<Picture, 'alt'>

/** What the home page shows. */
export interface HomePage {
  /** The words over the picture or film. */
  tagline: string
  /** The button below them. */
  button: string
  /** The picture behind them, shown until a film plays; null: the film and picture that the shop came with. */
  picture: HomePicture | null
  /** An upright picture for upright screens; null: the same one. */
  portrait: HomePicture | null
  /** The film over the picture, where films may play; null: none, unless there is no picture either. */
  film: StoredFilm | null
  /** What the picture shows, for those who cannot see it. */
  alt: string
  /** The picture says nothing: it is left out for those who cannot see it. */
  decorative: boolean
  /** What it shows, in this order. */
  sections: HomeSection[]
}

const MAX_ALT_LENGTH = 300

const picture = v.object(pictureEntries, 'Upload the image again.')

/** Versions from before pictures existed have none. */
const orNone = <Output>(schema: v.GenericSchema<unknown, Output>) => v.optional(v.nullable(schema), null)

/** Versions from before there were sections have a heading and products in their place. */
const home = v.object({
  tagline: requiredSettingLine(80, 'Enter the words over the image.'),
  button: requiredSettingLine(30, 'Enter the words on the button.'),
  picture: orNone(picture),
  portrait: orNone(picture),
  film: orNone(storedFilmSchema),
  alt: v.optional(settingLine(MAX_ALT_LENGTH), ''),
  decorative: v.optional(v.boolean('Say whether the image is only decoration: true or false.'), false),
  heading: v.optional(productsHeadingSchema, words.newest),
  products: v.optional(chosenProductsSchema, []),
  sections: v.optional(homeSectionsSchema),
})

/** The home page as a setting: the film and the newest products until an owner chooses others. */
export const HOME_PAGE: Setting<HomePage> = {
  name: 'home-page',
  label: 'Home page',
  lead: 'The image or video of the opening, the words over it, and the sections of the page. Until you choose an image, the shop shows the video that it came with.',
  seenAt: '/',
  schema: v.pipe(
    home,
    v.forward(
      v.check(
        (value) => value.picture !== null || value.film === null,
        'Add an image too: it shows until the video plays, and where videos don’t play.',
      ),
      ['picture'],
    ),
    v.forward(
      v.check(
        (value) => value.picture !== null || value.portrait === null,
        'Add an image too: the portrait one is for phones only.',
      ),
      ['picture'],
    ),
    v.forward(
      v.check(
        (value) => value.picture === null || value.decorative || value.alt !== '',
        'Say what the image shows, or tick that it is only decoration.',
      ),
      ['alt'],
    ),
    v.transform(({ heading, products, sections, ...same }) => ({
      ...same,
      sections: sections ?? firstSections(heading, products),
    })),
  ),
  fallback: {
    tagline: words.tagline,
    button: words.shopAll,
    picture: null,
    portrait: null,
    film: null,
    alt: '',
    decorative: false,
    sections: firstSections(words.newest),
  },
  fields: {
    tagline: { label: 'Words', kind: 'line' },
    button: { label: 'Words on the button', kind: 'line' },
    picture: {
      label: 'Background image',
      kind: 'picture',
      hint: 'JPEG, PNG, WebP or AVIF, up to 25 MB; at least 1,920 pixels wide. The edges are cut off where the screen has another shape.',
      least: 640,
      sharp: 1_920,
    },
    portrait: {
      label: 'Background image for phones',
      kind: 'picture',
      hint: 'Optional: a portrait image for portrait screens, such as 1,080 × 1,920 pixels. It is a smaller download for phones.',
      least: 360,
      sharp: 1_080,
      needs: 'picture',
    },
    film: {
      label: 'Background video',
      kind: 'film',
      hint: 'Optional: MP4 (H.264) or WebM, up to 8 MB, a few seconds long. It loops over the image, which is still needed. Sound is never played, but visitors download it: export the video without.',
    },
    alt: {
      label: 'What the image shows',
      kind: 'line',
      hint: 'Read out to people who cannot see it, such as “Two friends in red hoodies on a skate ramp”.',
      needs: 'picture',
    },
    decorative: {
      label: 'Only decoration',
      kind: 'yes',
      hint: 'The image is only decoration: screen readers leave it out.',
      needs: 'picture',
    },
    sections: {
      label: 'Sections',
      kind: 'sections',
      hint: 'What the page shows, in this order. A section without anything to show, such as a countdown without a drop, is left out. Texts are plain: **two asterisks** make words bold, lines that start with - are a list, [words](https://shop.example) are a link.',
    },
  },
  pictures: ['picture', 'portrait', 'film', 'sections'],
}
