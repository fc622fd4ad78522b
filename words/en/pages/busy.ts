/** The plain pages for when there is no time to render one. */

export const busy = 'Very busy right now.'
export const busyText =
  'A lot of people are here at once. Your cart is safe in this browser. Please try again in a few seconds.'
export const tooManyPages = 'One moment, please.'
export const tooManyPagesText =
  'Your network has requested a lot of pages in a short time. Your cart is safe in this browser. Please try again in a few seconds.'
export const tryAgain = 'Try again'
