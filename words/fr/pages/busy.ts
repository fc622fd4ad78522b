/** The plain pages for when there is no time to render one. */

export const busy = 'Il y a foule en ce moment.'
export const busyText =
  'Beaucoup de gens sont ici en même temps. Votre panier est conservé dans ce navigateur. Veuillez réessayer dans quelques secondes.'
export const tooManyPages = 'Un instant, s’il vous plaît.'
export const tooManyPagesText =
  'Votre réseau a demandé beaucoup de pages en peu de temps. Votre panier est conservé dans ce navigateur. Veuillez réessayer dans quelques secondes.'
export const tryAgain = 'Réessayer'
