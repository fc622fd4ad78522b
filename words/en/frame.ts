import { plural } from './language.ts'

/** The bar, the search overlay and the footer of every storefront page, and the components that all screens share. */

export const brand = 'Redemption'
export const outOfStock = 'Out of Stock'
/** To a screen reader, between the price and the one that is struck out. */
export const was = ', was'

export const skip = 'Skip to content'
export const announcement = 'Announcement'
export const testMode = 'Test mode'
export const testModeNote = 'TEST MODE: orders here are not real.'

export const home = 'Redemption, home'
export const mainLinks = 'Main'
export const shop = 'SHOP'
export const contact = 'Contact'
export const menu = 'Menu'
export const currency = 'Currency'
export const changeCurrency = 'Change currency'
/** The cart in the menu. */
export const cartLink = (count: number) => `Cart (${count})`
/** The cart icon. */
export const cartLabel = (count: number) =>
  count === 0 ? 'Cart' : plural(count, { one: 'Cart, 1 item', other: `Cart, ${count} items` })
export const moreThan99 = '99+'

export const search = 'Search'
export const searchProducts = 'Search products'
export const searchPlaceholder = 'Search products...'
export const closeSearch = 'Close search'
export const suggestionsFailed = "Suggestions couldn't be loaded. Press Enter to search."

export const aboutTheShop = 'About the shop'
export const ourStory = 'Our Story'
export const privacyPolicy = 'Privacy Policy'
export const deliveryReturns = 'Delivery & Returns'
export const followUs = 'Follow us'
export const rateDay = (currency: string, day: string) =>
  `${currency} prices use the exchange rate from ${day}. `
export const copyright = (year: number) => `© ${year} Redemption. All rights reserved.`

export const breadcrumb = 'Breadcrumb'
export const breadcrumbHome = 'Home'
export const loading = 'Loading'

/** The title of a page in the browser's tab. */
export const pageTitle = (title: string) => `${title} – Redemption`
export const feed = 'Redemption: all products'

/** The offer of this language, on a page in another one. */
export const readInLanguage = 'Read this page in English'
export const stayInLanguage = 'No, thanks'
