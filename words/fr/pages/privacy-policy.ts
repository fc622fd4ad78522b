import type { ReactNode } from 'react'

/** The privacy policy. */

export const pageTitle = 'Politique de confidentialité'
export const description =
  'Ce que Redemption recueille quand vous magasinez, à quoi cela sert et comment nous joindre à ce sujet.'
export const heading = 'Politique de confidentialité'
export const effective = 'En vigueur depuis décembre 2024'
export const collect = 'Ce que nous recueillons'
export const collectText = 'Quand vous commandez, nous écrivez ou parcourez la boutique, nous recueillons :'
export const collected = [
  'votre nom et votre adresse courriel',
  'vos adresses de livraison et de facturation',
  'votre numéro de téléphone',
  'vos données de paiement, par l’intermédiaire de fournisseurs externes',
  'des statistiques de base sur l’utilisation du site',
]
export const onYourDevice =
  'La liste des produits que vous avez vus récemment reste sur votre appareil, où vous pouvez l’effacer.'
export const use = 'À quoi cela nous sert'
export const used = [
  'à traiter et à livrer vos commandes',
  'à vous tenir au courant de vos commandes et à vous aider',
  'à améliorer le site',
  'à respecter la loi',
]
export const never = 'Ce que nous ne faisons pas'
export const neverText =
  'Nous ne vendons pas vos renseignements et ne les communiquons à personne à des fins de marketing.'
export const reachUs = 'Comment nous joindre'
export const questions = (email: ReactNode) => ['Des questions sur vos renseignements? Écrivez à ', email]
export const place = 'Saskatoon (Saskatchewan), Canada'
