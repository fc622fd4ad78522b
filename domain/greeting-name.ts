import { withoutInvisible } from './plain-text.ts'

/** Longer names are left out of a greeting, in characters. */
const MAX_NAME_LENGTH = 30
/** Letters with their marks, and the signs that occur within a name. Digits, slashes and markup are not part of one. */
const NAME = /^\p{L}[\p{L}\p{M}'’ʼ-]*$/u
const TITLE = /^(?:mr|mrs|ms|mx|miss|dr|prof|sir|dame|rev|mme|mlle)$/iu

/**
 * What to call a customer in a greeting: the first name, where a full name begins with one. Null when the text may not
 * be a name, because anyone can have a mail sent to another person's address: no addresses, markup or sentences.
 */
export function greetingName(name: string): string | null {
  const words = withoutInvisible(name.normalize('NFC').replaceAll(/[\p{Cc}\s]+/gu, ' '))
    .trim()
    .split(' ')
  const [first = ''] = words
  const isFullName = words.length <= 6 && words.every((word) => NAME.test(word.replace(/\.$/, '')))
  if (!isFullName || first.endsWith('.') || TITLE.test(first) || [...first].length > MAX_NAME_LENGTH)
    return null
  return [...first].length === 1 && words.length > 1 && /\p{Script=Latin}/u.test(first) ? null : first
}
