/** What search engines, link previews and product listings show of the shop. */

export const brand = 'Redemption'
export const home = 'Accueil'
export const shopAll = 'Tous les produits'
export const offer = (name: string, size: string) => `${name}, taille ${size}`
/** `currency`: `dollars canadiens`. */
export const feedDescription = (place: string, currency: string) =>
  `Mode urbaine, ${place}. Les prix sont en ${currency}.`
export const feedDescriptionOf = (name: string, currency: string) => `${name}. Les prix sont en ${currency}.`
export const appDescription = 'Mode urbaine de Saskatoon. Redemption s’habille en rouge.'
export const cardAlt = 'Le mot Redemption en blanc sur de la soie rouge'
