/** What search engines, link previews and product listings show of the shop. */

export const brand = 'Redemption'
export const home = 'Home'
export const shopAll = 'Shop All'
export const offer = (name: string, size: string) => `${name}, size ${size}`
export const feedDescription = (place: string, currency: string) =>
  `Streetwear from ${place}. Prices are in ${currency}.`
export const feedDescriptionOf = (name: string, currency: string) => `${name}. Prices are in ${currency}.`
export const appDescription = 'Streetwear from Saskatoon. Redemption Wears Red.'
export const cardAlt = 'The word Redemption in white on red silk'
