import type { ReactNode } from 'react'

/** The product page. */

type Link = (text: string) => ReactNode

export const summary = (name: string, shop: string) =>
  `${name} by ${shop}: streetwear from Saskatoon, delivered locally and internationally.`
/** The same of a shop with another name. */
export const summaryOfAny = (name: string, shop: string) => `${name} by ${shop}.`

/** For staff, above the preview of a product. */
export const previewDraft = 'Preview: this product is a draft. Only staff see it.'
export const previewFrom = (time: string) => `Preview: customers see this product from ${time}.`
export const previewAnnounced = (time: string) =>
  `Preview: customers see this product, and can buy it from ${time}.`
export const previewEnded = (time: string) => `Preview: customers saw this product until ${time}.`
export const previewOnSale = 'Preview: this product is in the shop, and this is how customers see it.'

export const back = 'Back'
export const loadFailed = 'Failed to load product.'
export const tryAgain = 'Please try again in a moment.'
export const backToTheShop = 'Back to the shop'

export const priceNow = 'Price now:'
export const priceBefore = 'Price before:'
export const inCart = (promotion: string) => `${promotion}: taken off in your cart`
export const lowestBefore = (price: string) => `Lowest price in the 30 days before: ${price}`
export const otherColours = 'Other colours'
export const colourOf = (colour: string) => `Colour: ${colour}`
export const alsoIn = 'Also in'
export const size = 'Size'
export const sizeOf = (size: string) => `Size ${size}`
export const sizeUnavailable = (size: string) => `Size ${size} is not available`
export const oneSize = 'One size'
export const oneSizeOf = (size: string) => `One size: ${size}`
export const onlySize = (size: string) => `Size ${size}, one size`
export const sizeSoldOut = (size: string) => `Size ${size} is sold out.`
export const selectASize = 'Please select a size to add to cart'
/** In the bar of a phone, with the word that opens the sizes. */
export const changeSize = (size: string, change: Link) => ['Size ', size, ' ', change('Change')]
export const chooseYourSize = 'Choose your size'

export const addToCart = 'ADD TO CART'
export const outOfStock = 'OUT OF STOCK'
export const preorder = 'PRE-ORDER'
/** Seen before it is sold. */
export const notYet = 'NOT ON SALE YET'
export const cartPanel = 'Cart panel'
export const needsJavaScript = 'Your cart is kept in this browser and needs JavaScript.'
export const added = (name: string, size: string) => `${name} (Size: ${size}) added to cart!`
/** Spec 5 and 8. */
export const notAdded = {
  'out-of-stock': 'This product is currently out of stock.',
  'invalid-size': 'Please select a valid size.',
  failed: 'Failed to add product to cart. Please try again.',
}
export const soldOut = (category: string, strong: Link, all: Link, newsletter: Link) => [
  strong('Sold out in every size.'),
  ' See ',
  all(`all ${category}`),
  ' or ',
  newsletter('join the newsletter'),
  '.',
]

export const images = 'Images'
export const chooseImage = 'Choose an image'
export const enlargeImage = (at: number, count: number, alt: string) =>
  `Enlarge image ${at} of ${count}: ${alt}`
export const showImage = (at: number, count: number) => `Show image ${at} of ${count}`
export const imageOf = (at: number, count: number) => `Image ${at} of ${count}`
/** The same where there is little room. */
export const imageOfShort = (at: number, count: number) => `${at} / ${count}`
export const enlargedImage = 'Enlarged image'
export const previousImage = 'Previous image'
export const nextImage = 'Next image'
export const zoomLevel = (percent: number) => `${percent}%`
export const zoomOut = 'Zoom out'
export const zoomIn = 'Zoom in'
export const close = 'Close'

export const description = 'DESCRIPTION'
export const noDescription = 'No description yet.'
export const sizeChart = 'SIZE CHART'
export const noSizeChart = 'Size chart coming soon. Contact us for help finding your size.'
export const unitOfChart = 'Units'
export const centimetres = 'cm'
export const inches = 'in'
export const sizeChartTable = 'Size chart'
/** Only the chosen unit is shown. */
export const measured = (centimetres: Link, inches: Link) => [
  'Measured flat, in ',
  centimetres('centimetres'),
  inches('inches'),
  '.',
]
export const notMeasured = '–'

export const related = 'You May Also Like'
