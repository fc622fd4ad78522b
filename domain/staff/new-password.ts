/** Neighbouring characters: in the alphabet, among the digits and on a keyboard. */
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const RUNS = ROWS.flatMap((row) => [row, [...row].toReversed().join('')])
const SHOP = 'redemption'

/** Why a new password is refused, as shown to the user. */
export const PASSWORD_FAULTS = {
  common: 'This is one of the most common passwords. Choose another.',
  simple: 'Repeated or consecutive characters are guessed first. Choose another.',
  address: 'Do not use your email address as the password.',
  shop: 'Do not use the name of the shop as the password.',
} as const

/** Why a new password is refused: a key of PASSWORD_FAULTS. */
export type PasswordFault = keyof typeof PASSWORD_FAULTS

/**
 * Why this password is easy to guess, however long it is; null when it is acceptable. `email`: the account, where it is
 * known. `isCommon`: looks a lower-case password up in the server's list.
 */
export function findPasswordFault(
  password: string,
  { email = '', isCommon = () => false }: { email?: string; isCommon?: (password: string) => boolean } = {},
): PasswordFault | null {
  const written = password.normalize('NFKC').toLowerCase().trim()
  const bare = withoutTrimmings(written)
  const address = email.toLowerCase()
  if (address && [address, withoutTrimmings(address.split('@')[0] ?? '')].includes(bare)) return 'address'
  if (bare === SHOP) return 'shop'
  if (/^(.{1,5})\1+$/u.test(written) || RUNS.some((run) => run.includes(written))) return 'simple'
  return isCommon(written) ? 'common' : null
}

/** Leading and trailing digits and signs do not make a password stronger: `Redemption2026!`. */
function withoutTrimmings(text: string): string {
  return text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '')
}
