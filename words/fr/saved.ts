import { plural } from './language.ts'

/** Saved pieces, and the size that a customer took before. */

export const save = 'Enregistrer'
export const seeAll = 'Articles enregistrés'
export const took = (size: string, category: string) =>
  `Vous avez pris ${size} la dernière fois (${category}).`

export const heading = 'Articles enregistrés'
export const description = 'Les articles que vous avez enregistrés pour plus tard.'
export const loading = 'Chargement'
export const failed = 'Vos articles n’ont pas pu être chargés. Vérifiez votre connexion et réessayez.'
export const count = (pieces: number) =>
  pieces === 0
    ? 'Rien n’est enregistré pour l’instant. Appuyez sur Enregistrer dans la page d’un article.'
    : plural(pieces, { one: '1 article', other: `${pieces} articles` })
export const remove = 'Retirer'
export const removeOne = (name: string) => `Retirer ${name}`
export const toTheShop = 'Vers la boutique'
export const keepThem = 'Connectez-vous pour les retrouver dans vos autres navigateurs'
