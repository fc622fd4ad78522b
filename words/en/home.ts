/** The home page and its newsletter box. */

export const pageTitle = 'Redemption – Where Style Meets Street'
export const description =
  'Redemption Wears Red. Streetwear from Saskatoon: tees, hoodies, pants and accessories.'
/** The same of a shop with another name. */
export const descriptionOf = (name: string, tagline: string) => `${name}. ${tagline}.`

export const tagline = 'Where Style Meets Street'
export const shopAll = 'SHOP ALL'
export const newest = 'New arrivals'
export const pauseVideo = 'Pause background video'
export const playVideo = 'Play background video'

export const newsletter = 'Join Our Community'
export const newsletterNote =
  "New arrivals and restocks, from Saskatoon. We'll email you a link to confirm. Unsubscribe anytime."
/** The same of a shop with another name. */
export const newsletterNoteOfAny =
  "New arrivals and restocks. We'll email you a link to confirm. Unsubscribe anytime."
export const yourEmail = 'Your email'
export const emailPlaceholder = 'YOUR EMAIL...'
export const leaveEmpty = 'Leave this empty'
export const submit = 'SUBMIT'
export const submitting = 'SUBMITTING...'
/** Spec 2. */
export const subscribed = 'Thank you for subscribing!'
/** Spec 2. */
export const subscribeFailed = 'Sorry, there was an error. Please try again.'

/** For the console (spec 8). */
export const invalidResponse =
  'Server returned an invalid response. Please check if the backend server is running.'
export const httpError = (status: number) => `HTTP error! status: ${status}`
export const failedToSubscribe = (reason: string) => `Failed to subscribe: ${reason}`
