import { plural } from './language.ts'

/** The shop page: heading, filters, pages and search results. */

export const description = 'Toute la collection Redemption : t-shirts, kangourous, pantalons et accessoires.'
export const shopAll = 'Tous les produits'
export const searchTitle = (query: string) => `Résultats de recherche pour « ${query} »`
export const titleOfPage = (title: string, page: number) => `${title}, page ${page}`

export const heading = 'TOUT VOIR'
export const searchHeading = (query: string) => `RÉSULTATS POUR « ${query} »`
export const everything = 'Tout'
export const inSize = (what: string, size: string) => `${what}, taille ${size}`
export const items = (count: number) => plural(count, { one: `${count} article`, other: `${count} articles` })
export const clearSearch = 'Effacer la recherche'
export const instead = (query: string, instead: string) =>
  query.trim().toLowerCase() === instead
    ? `Aucun résultat exact pour « ${query} ». Voici ce qui s’en rapproche le plus.`
    : `Aucun résultat pour « ${query} ». Voici les résultats pour « ${instead} ».`
export const loadFailed = 'Impossible de charger les produits. Veuillez réessayer plus tard.'

export const nothingFound = (query: string) => `Aucun produit trouvé pour « ${query} »`
export const tryAgain = 'Essayez d’autres mots ou parcourez tous les produits.'
export const browseAll = 'Voir tous les produits'
export const pastTheEnd = 'Il n’y a aucun produit sur cette page.'
export const emptyShop = 'La boutique est encore vide. Revenez bientôt.'
export const emptyCollection = 'Cette collection est vide pour le moment.'
export const staffPreview = 'Aperçu pour l’équipe : la collection telle qu’elle est enregistrée.'
export const noMatch = 'Rien ne correspond à ces filtres pour le moment.'

export const filterAndSort = 'Filtrer et trier'
export const category = 'Catégorie'
export const allCategories = 'Toutes'
export const size = 'Taille'
export const anySize = 'Toutes'
export const sort = 'Trier'
export const show = (count: number) =>
  plural(count, { one: `Afficher ${count} article`, other: `Afficher ${count} articles` })
export const chosenFilters = 'Filtres appliqués'
export const chosenSize = (size: string) => `Taille ${size}`
export const remove = 'Retirer'
export const clearFilters = 'Effacer les filtres'

export const pages = 'Pages'
export const previous = 'Précédente'
export const next = 'Suivante'
export const pageOf = (page: number, pages: number) => `Page ${page} sur ${pages}`
export const loadingProducts = 'Chargement des produits'
