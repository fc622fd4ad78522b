/** The error pages. */

const shopOurProducts = 'Voir nos produits'
const backToTheShop = 'Retour à la boutique'

export const problems = {
  'not-found': {
    title: 'Page introuvable',
    heading: 'Il n’y a pas de page ici.',
    text: 'Il n’y a rien à cette adresse. La page a peut-être été déplacée, ou le lien est erroné.',
    link: shopOurProducts,
  },
  'product-not-found': {
    title: 'Produit introuvable',
    /** Spec 8. */
    heading: 'Ce produit ne se trouve pas ici.',
    text: 'Il n’est peut-être pas encore sorti, il ne reviendra peut-être plus, ou le lien est erroné.',
    link: backToTheShop,
  },
  failed: {
    title: 'Une erreur s’est produite',
    heading: 'Une erreur s’est produite.',
    text: 'C’est notre faute. Votre panier est conservé dans ce navigateur. Veuillez réessayer dans un instant.',
    link: backToTheShop,
  },
  unavailable: {
    title: 'De retour dans un instant',
    heading: 'De retour dans un instant.',
    text: 'La boutique ne peut pas répondre pour le moment. Votre panier est conservé dans ce navigateur, et rien n’a été débité.',
    link: 'Réessayer',
  },
}
