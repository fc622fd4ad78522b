import { differsByOne } from './differs-by-one.ts'

/** The longest address that mail can be sent to (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254

/**
 * Characters that no address needs and that have a meaning in a header (`<`, `,`), in a link (`?`, `&`, `%`) or in the
 * surrounding text (quotes and invisible characters).
 */
const REFUSED = String.raw`\s@<>()[\]{}\\,;:"\u0060?&%#=|^/\p{Cc}\p{Cf}\p{Cs}`
/** Words with single dots between them, in at most 64 characters (RFC 5321). */
const MAILBOX = `(?=[^@]{1,64}@)[^${REFUSED}.]+(?:\\.[^${REFUSED}.]+)*`
/** Names with a hyphen inside only, in at most 63 characters each; the last one is no number (RFC 1123). */
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`
const NAME = `(?![^.]{64})${LETTER}(?:(?:${LETTER}|-)*${LETTER})?`
const ADDRESS = new RegExp(`^${MAILBOX}@(?:${NAME}\\.)+(?!\\d+$)${NAME}$`, 'u')

/**
 * Whether a trimmed text looks like one email address that mail can be sent to. Otherwise lenient, because only a
 * delivered mail proves an address; but nothing passes that could add a recipient or a header, or change a link.
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

/** Where most shoppers have their mailbox; some differ from others by one letter, so each is listed. */
const PROVIDERS = `gmail.com googlemail.com hotmail.com hotmail.ca hotmail.co.uk hotmail.fr outlook.com outlook.fr live.com live.ca
  live.co.uk msn.com yahoo.com yahoo.ca yahoo.co.uk yahoo.fr yahoo.de ymail.com icloud.com mail.com email.com aol.com proton.me
  protonmail.com fastmail.com web.de t-online.de orange.fr wanadoo.fr comcast.net verizon.net sasktel.net shaw.ca rogers.com
  telus.net bell.net sympatico.ca videotron.ca btinternet.com`

/** The address with the domain of a large provider that is one typo away, such as gmial.com; null: there is none. */
export function findMeantEmail(email: string): string | null {
  const [name, domain = '', ...rest] = email.trim().toLowerCase().split('@')
  const providers = PROVIDERS.split(/\s+/)
  if (!name || rest.length > 0 || providers.includes(domain)) return null
  const meant = providers.find((provider) => differsByOne(domain, provider))
  return meant === undefined ? null : `${email.trim().slice(0, name.length)}@${meant}`
}
