import type { ReactNode } from 'react'

/** The product page. */

type Link = (text: string) => ReactNode

export const summary = (name: string, shop: string) =>
  `${name}, par ${shop} : mode urbaine de Saskatoon, livrée ici et à l’étranger.`
/** The same of a shop with another name. */
export const summaryOfAny = (name: string, shop: string) => `${name}, par ${shop}.`

/** For staff, above the preview of a product. */
export const previewDraft = 'Aperçu : ce produit est un brouillon. Seul le personnel le voit.'
export const previewFrom = (time: string) => `Aperçu : les clients verront ce produit à partir du ${time}.`
export const previewAnnounced = (time: string) =>
  `Aperçu : les clients voient ce produit et pourront l’acheter à partir du ${time}.`
export const previewEnded = (time: string) => `Aperçu : les clients ont vu ce produit jusqu’au ${time}.`
export const previewOnSale = 'Aperçu : ce produit est en boutique, et les clients le voient ainsi.'

export const back = 'Retour'
export const loadFailed = 'Impossible de charger le produit.'
export const tryAgain = 'Veuillez réessayer dans un instant.'
export const backToTheShop = 'Retour à la boutique'

export const priceNow = 'Prix actuel :'
export const priceBefore = 'Ancien prix :'
export const inCart = (promotion: string) => `${promotion} : rabais appliqué dans votre panier`
export const lowestBefore = (price: string) => `Prix le plus bas des 30 jours précédents : ${price}`
export const otherColours = 'Autres couleurs'
export const colourOf = (colour: string) => `Couleur : ${colour}`
export const alsoIn = 'Autres choix'
export const size = 'Taille'
export const sizeOf = (size: string) => `Taille ${size}`
export const sizeUnavailable = (size: string) => `La taille ${size} n’est pas offerte`
export const oneSize = 'Taille unique'
export const oneSizeOf = (size: string) => `Taille unique : ${size}`
export const onlySize = (size: string) => `Taille ${size}, taille unique`
export const sizeSoldOut = (size: string) => `La taille ${size} est épuisée.`
export const selectASize = 'Choisissez une taille pour ajouter au panier'
/** In the bar of a phone, with the word that opens the sizes. */
export const changeSize = (size: string, change: Link) => ['Taille ', size, ' ', change('Changer')]
export const chooseYourSize = 'Choisissez votre taille'

export const addToCart = 'AJOUTER AU PANIER'
export const outOfStock = 'RUPTURE DE STOCK'
export const preorder = 'PRÉCOMMANDER'
/** Seen before it is sold. */
export const notYet = 'BIENTÔT EN VENTE'
export const cartPanel = 'Aperçu du panier'
export const needsJavaScript = 'Votre panier est conservé dans ce navigateur et nécessite JavaScript.'
export const added = (name: string, size: string) => `${name} (taille : ${size}) est dans votre panier!`
/** Spec 5 and 8. */
export const notAdded = {
  'out-of-stock': 'Ce produit est en rupture de stock.',
  'invalid-size': 'Veuillez choisir une taille valide.',
  failed: 'Le produit n’a pas pu être ajouté au panier. Veuillez réessayer.',
}
/** `category`: as owners call it, such as `Hoodies`. */
export const soldOut = (category: string, strong: Link, all: Link, newsletter: Link) => [
  strong('Toutes les tailles sont épuisées.'),
  ' Voir aussi : ',
  all(category),
  ', ou ',
  newsletter('s’abonner à l’infolettre'),
  '.',
]

export const images = 'Images'
export const chooseImage = 'Choisir une image'
export const enlargeImage = (at: number, count: number, alt: string) =>
  `Agrandir l’image ${at} sur ${count} : ${alt}`
export const showImage = (at: number, count: number) => `Afficher l’image ${at} sur ${count}`
export const imageOf = (at: number, count: number) => `Image ${at} sur ${count}`
/** The same where there is little room. */
export const imageOfShort = (at: number, count: number) => `${at} / ${count}`
export const enlargedImage = 'Image agrandie'
export const previousImage = 'Image précédente'
export const nextImage = 'Image suivante'
export const zoomLevel = (percent: number) => `${percent} %`
export const zoomOut = 'Zoom arrière'
export const zoomIn = 'Zoom avant'
export const close = 'Fermer'

export const description = 'DESCRIPTION'
export const noDescription = 'Pas encore de description.'
export const sizeChart = 'TABLEAU DES TAILLES'
export const noSizeChart =
  'Le tableau des tailles s’en vient. Besoin d’aide pour trouver la vôtre? Écrivez-nous.'
export const unitOfChart = 'Unités'
export const centimetres = 'cm'
export const inches = 'po'
export const sizeChartTable = 'Tableau des tailles'
/** Only the chosen unit is shown. */
export const measured = (centimetres: Link, inches: Link) => [
  'Mesures prises à plat, en ',
  centimetres('centimètres'),
  inches('pouces'),
  '.',
]
export const notMeasured = '–'

export const related = 'Vous aimerez aussi'
