import { plural } from './language.ts'

/** The bar, the search overlay and the footer of every storefront page, and the components that all screens share. */

export const brand = 'Redemption'
export const outOfStock = 'Rupture de stock'
/** To a screen reader, between the price and the one that is struck out. */
export const was = ', au lieu de'

export const skip = 'Aller au contenu'
export const announcement = 'Annonce'
export const testMode = 'Mode d’essai'
export const testModeNote = 'MODE D’ESSAI : les commandes passées ici ne sont pas réelles.'

export const home = 'Redemption, accueil'
export const mainLinks = 'Navigation principale'
export const shop = 'BOUTIQUE'
export const contact = 'Nous joindre'
export const menu = 'Menu'
export const currency = 'Devise'
export const changeCurrency = 'Changer de devise'
/** The cart in the menu. */
export const cartLink = (count: number) => `Panier (${count})`
/** The cart icon. */
export const cartLabel = (count: number) =>
  count === 0
    ? 'Panier'
    : plural(count, { one: `Panier, ${count} article`, other: `Panier, ${count} articles` })
export const moreThan99 = '99+'

export const search = 'Rechercher'
export const searchProducts = 'Rechercher des produits'
export const searchPlaceholder = 'Rechercher des produits...'
export const closeSearch = 'Fermer la recherche'
export const suggestionsFailed =
  'Impossible de charger les suggestions. Appuyez sur Entrée pour lancer la recherche.'

export const aboutTheShop = 'À propos de la boutique'
export const ourStory = 'Notre histoire'
export const privacyPolicy = 'Politique de confidentialité'
export const deliveryReturns = 'Livraison et retours'
export const followUs = 'Suivez-nous'
export const rateDay = (currency: string, day: string) => `Prix en ${currency} : taux de change du ${day}. `
export const copyright = (year: number) => `© ${year} Redemption. Tous droits réservés.`

export const breadcrumb = 'Fil d’Ariane'
export const breadcrumbHome = 'Accueil'
export const loading = 'Chargement en cours'

/** The title of a page in the browser's tab. */
export const pageTitle = (title: string) => `${title} – Redemption`
export const feed = 'Redemption : tous les produits'

/** The offer of this language, on a page in another one. */
export const readInLanguage = 'Voir cette page en français'
export const stayInLanguage = 'Non merci'
