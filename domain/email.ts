/** The longest address that mail can be sent to (RFC 5321). */
export const LONGEST_EMAIL = 254

/**
 * What no address needs and what means something else in a header (`<`, `,`), in a link (`?`, `&`, `%`) or in the text
 * around it (quotes, and characters that nobody sees).
 */
const REFUSED = String.raw`\s@<>()[\]{}\\,;:"\u0060?&%#=|^/\p{Cc}\p{Cf}\p{Cs}`
const ADDRESS = new RegExp(`^[^${REFUSED}]+@[^${REFUSED}]+\\.[^${REFUSED}.]+$`, 'u')

/**
 * Whether a trimmed text looks like one e-mail address. Loose on purpose, for only a mail that arrives proves one; yet
 * nothing passes that could make a second recipient, a header, or another link out of it.
 */
export function looksLikeEmail(text: string): boolean {
  return text.length <= LONGEST_EMAIL && ADDRESS.test(text)
}

/** Opens the reader's own mail program. Whatever an address holds, it is one receiver and nothing else. */
export function mailtoLink(email: string, subject?: string): string {
  const [name = '', ...host] = email.split('@').map(encodeURIComponent)
  const said = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  return `mailto:${[name, ...host].join('@')}${said}`
}
