/** The four categories: stored value and display label (spec 9). */
export const CATEGORIES = [
  { value: 'T-Shirts', label: 'Shirts' },
  { value: 'Hoodies', label: 'Hoodies' },
  { value: 'Accessories', label: 'Accessories' },
  { value: 'Pants', label: 'Pants' },
] as const

/** A stored category value. */
export type Category = (typeof CATEGORIES)[number]['value']
