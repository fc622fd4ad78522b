import * as words from '#words/catalogue.ts'

/** The four categories: stored value and display label (spec 9). */
export const CATEGORIES = [
  { value: 'T-Shirts', label: words.shirts },
  { value: 'Hoodies', label: words.hoodies },
  { value: 'Accessories', label: words.accessories },
  { value: 'Pants', label: words.pants },
] as const

/** A stored category value. */
export type Category = (typeof CATEGORIES)[number]['value']
