/** The longest address that mail can be sent to (RFC 5321). */
export const LONGEST_EMAIL = 254

const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:"\p{Cc}.]+$/u

/**
 * Whether a trimmed text looks like one e-mail address. Loose on purpose, for only a mail that arrives proves one; yet
 * nothing passes that could make a second recipient or a header out of it.
 */
export function looksLikeEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && ADDRESS.test(text)
}
