import type { RateLimit } from './rate-limit.ts'

/** One address may be an office or a phone network in a rush: holds are limited in find-hold-refusal.ts. */
export const buying: RateLimit = { burst: 1_000, perMinute: 1_000 }

export const signingIn: RateLimit = { burst: 20, perMinute: 10 }

/** The contact form. Each message sends a mail. */
export const contacting: RateLimit = { burst: 5, perMinute: 2, byNetwork: true }

/** The newsletter. Each sign-up may send a mail; how many one address gets is in domain/newsletter/newsletter.ts. */
export const subscribing: RateLimit = { burst: 5, perMinute: 2, byNetwork: true }

/** Links for store credit. Each may send a mail; how many one address gets is in use-store-credit.ts. */
export const askingForCredit: RateLimit = { burst: 5, perMinute: 2, byNetwork: true }

/** Emails to sign in. How many one address gets is in operations/accounts/sign-in.ts. */
export const askingToSignIn: RateLimit = { burst: 5, perMinute: 2, byNetwork: true }

export const askingForReset: RateLimit = { ...signingIn, byNetwork: true }

/** Photos of returns: each takes memory and processor time. */
export const uploadingPhotos: RateLimit = { burst: 20, perMinute: 10 }

/** All requests with one key of the staff API. */
export const withKey: RateLimit = { burst: 120, perMinute: 240 }

/** Each of these calls a supplier, and may send a mail. */
export const tryingSuppliers: RateLimit = { burst: 10, perMinute: 6 }

export const reading: RateLimit = { burst: 60, perMinute: 240 }

/** A waiting room: an address may be a phone network, where many wait. Its answers cost no database. */
export const polling: RateLimit = { burst: 1_000, perMinute: 3_000 }

/** Entering a waiting room. A network of phones may be many; one machine shall not take thousands of places. */
export const joining: RateLimit = { burst: 60, perMinute: 20, byNetwork: true }

/** Cards that a draw checks: each asks the payment gateway, and may be a stolen one that is tried out. */
export const checkingCards: RateLimit = { burst: 20, perMinute: 6, byNetwork: true }

/** Documents with the whole catalogue. */
export const readingEverything: RateLimit = { burst: 20, perMinute: 20 }
