import { plural } from './language.ts'

/** The suggestions of the search overlay. */

export const suggestions = (count: number) =>
  plural(count, { one: `${count} suggestion`, other: `${count} suggestions` })
export const nothingFound = (query: string) => `Aucun produit trouvé pour « ${query} »`
export const allResults = 'Voir tous les résultats'
