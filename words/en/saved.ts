import { plural } from './language.ts'

/** Saved pieces, and the size that a customer took before. */

export const save = 'Save'
export const seeAll = 'Saved pieces'
export const took = (size: string, category: string) => `You took ${size} last time (${category}).`

export const heading = 'Saved pieces'
export const description = 'The pieces that you saved for later.'
export const loading = 'Loading'
export const failed = "Your pieces couldn't be loaded. Check your connection and try again."
export const count = (pieces: number) =>
  pieces === 0
    ? 'Nothing is saved yet. Press Save on the page of a piece.'
    : plural(pieces, { one: '1 piece', other: `${pieces} pieces` })
export const remove = 'Remove'
export const removeOne = (name: string) => `Remove ${name}`
export const toTheShop = 'To the shop'
export const keepThem = 'Sign in to find them in your other browsers, too'
