/** How many pieces a shopper saves. */
export const MAX_SAVED_PIECES = 48
