/** The longest address that mail can be sent to (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

/**
 * Characters that no address needs and that have a meaning in a header (`<`, `,`), in a link (`?`, `&`, `%`) or in the
 * surrounding text (quotes and invisible characters).
 */
const REFUSED = String.raw`\s@<>()[\]{}\\,;:"\u0060?&%#=|^/\p{Cc}\p{Cf}\p{Cs}`
const ADDRESS = new RegExp(`^[^${REFUSED}]+@[^${REFUSED}]+\\.[^${REFUSED}.]+$`, 'u')

/**
 * Whether a trimmed text looks like one email address. Lenient on purpose, because only a delivered mail proves an
 * address; but nothing passes that could add a recipient or a header, or change a link.
 */
export function looksLikeEmail(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && ADDRESS.test(text)
}

/** A `mailto:` link. Whatever the address contains, the link has exactly one recipient. */
export function mailtoLink(email: string, subject?: string): string {
  const [name = '', ...host] = email.split('@').map(encodeURIComponent)
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`
  return `mailto:${[name, ...host].join('@')}${query}`
}
