import { plural } from './language.ts'

/** The suggestions of the search overlay. */

export const suggestions = (count: number) =>
  plural(count, { one: '1 suggestion', other: `${count} suggestions` })
export const nothingFound = (query: string) => `No products found for "${query}"`
export const allResults = 'See all results'
