import { normalizeCode } from '#domain/promotions/typed-code.ts'

/** The letters of a code: none that looks like another one or like a digit, and no vowels, which make words. */
export const GIFT_CODE_LETTERS = 'BCDFGHJKMNPRTVWXYZ'

/** How many letters a code has: 66 bits. */
export const GIFT_CODE_LENGTH = 16

const GIFT_CODE = new RegExp(`^[${GIFT_CODE_LETTERS}]{${GIFT_CODE_LENGTH}}$`)

/** The code that was typed; null for what is the code of no gift card, such as that of a promotion. */
export function parseGiftCode(typed: string): string | null {
  const code = normalizeCode(typed).replaceAll(/[-–—·•.]/g, '')
  return GIFT_CODE.test(code) ? code : null
}

/** `BCDF-GHJK-MNPR-TVWX`: a code as people read and type it. */
export function spacedGiftCode(code: string): string {
  return code.replaceAll(/.{4}(?=.)/g, '$&-')
}

/** All of a code that is shown once it was sent, and all that the shop keeps to read. */
export function lastFour(code: string): string {
  return code.slice(-4)
}
