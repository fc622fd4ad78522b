/** The error pages. */

const shopOurProducts = 'Shop our products'
const backToTheShop = 'Back to the shop'

export const problems = {
  'not-found': {
    title: 'Page not found',
    heading: 'Page not found.',
    text: "There's nothing at this address. It may have moved, or the link may be wrong.",
    link: shopOurProducts,
  },
  'product-not-found': {
    title: 'Product not found',
    /** Spec 8. */
    heading: 'Product not found.',
    text: 'It may not be released yet, it may be sold out for good, or the link may be wrong.',
    link: backToTheShop,
  },
  failed: {
    title: 'Something went wrong',
    heading: 'Something went wrong.',
    text: "That's our mistake. Your cart is safe in this browser. Please try again in a moment.",
    link: backToTheShop,
  },
  unavailable: {
    title: 'Back in a moment',
    heading: 'Back in a moment.',
    text: "The shop can't respond right now. Your cart is safe in this browser, and nothing was charged.",
    link: 'Try the shop again',
  },
}
