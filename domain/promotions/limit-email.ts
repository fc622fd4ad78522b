/**
 * An email address for counting uses, never for sending: in lower case, with the domain in ASCII, without `+tag`, and
 * without the dots that Gmail ignores. Empty for what is no address.
 */
export function limitEmail(email: string): string {
  const [mailbox = '', domain = '', ...more] = email.normalize('NFKC').trim().toLowerCase().split('@')
  const host = URL.parse(`http://${domain}`)?.hostname ?? domain
  const name = mailbox.replace(/\+.*$/, '')
  if (name === '' || host === '' || more.length > 0) return ''
  return host === 'gmail.com' || host === 'googlemail.com'
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${host}`
}
