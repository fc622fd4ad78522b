import * as v from 'valibot'
import * as words from '#words/home.ts'
import type { Setting } from './setting.ts'
import { requiredSettingLine } from './setting-text.ts'

/** What the home page shows. */
export interface HomePage {
  /** The words over the picture or film. */
  tagline: string
  /** The button below them. */
  button: string
  /** The heading of the products. */
  heading: string
  /** The addresses of chosen products, in their order; none: the newest ones. */
  products: string[]
}

/** The most products that an owner can choose: the grid of the home page. */
export const MOST_CHOSEN_PRODUCTS = 12

export const HOME_PAGE: Setting<HomePage> = {
  name: 'home-page',
  label: 'Home page',
  schema: v.object({
    tagline: requiredSettingLine(80, 'Enter the words over the image.'),
    button: requiredSettingLine(30, 'Enter the words of the button.'),
    heading: requiredSettingLine(60, 'Enter the heading of the products.'),
    products: v.pipe(
      v.array(v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/, 'Choose products of the shop.'))),
      v.maxLength(MOST_CHOSEN_PRODUCTS, `Choose up to ${MOST_CHOSEN_PRODUCTS} products.`),
      v.check((ids) => new Set(ids).size === ids.length, 'Choose each product once.'),
    ),
  }),
  fallback: { tagline: words.tagline, button: words.shopAll, heading: words.newest, products: [] },
  fields: {
    tagline: 'Words',
    button: 'Words on the button',
    heading: 'Heading of the products',
    products: 'Products',
  },
}
