/**
 * How the connection is encrypted. `starttls`: from the first command on. `local`: to a server on this machine, as it
 * likes, with any certificate: that is for its public name, and nobody is in between.
 */
export type SmtpSecurity = 'tls' | 'starttls' | 'local'

/** Where and how to log in. */
export interface SmtpServer {
  host: string
  port: number
  security: SmtpSecurity
  login: { user: string; password: string } | null
}

const HERE = new Set(['127.0.0.1', 'localhost', '::1'])

/** An address such as `smtps://user:password@mail.example:465`; null when it is not one. */
export function parseSmtpUrl(text: string): SmtpServer | null {
  // The URL parser does not normalize the host of an unknown scheme.
  const [, scheme, rest = ''] = /^(smtps?):\/\/(.+)$/i.exec(text) ?? []
  if (scheme === undefined || !URL.canParse(`http://${rest}`)) return null
  const { hostname, username, password, pathname, search, hash } = new URL(`http://${rest}`)
  if (pathname !== '/' || search || hash || (username === '') !== (password === '')) return null
  const isTls = scheme.toLowerCase() === 'smtps'
  const [, typedPort] = /:(\d+)\/?$/.exec(rest.slice(rest.lastIndexOf('@') + 1)) ?? []
  const port = Number(typedPort ?? (isTls ? 465 : 587))
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const login = decoded(username, password)
  if (host === '' || port === 0 || login === undefined) return null
  return { host, port, security: securityFor(host, isTls || port === 465), login }
}

/** TLS from the start or by STARTTLS, except for a server on this machine. */
export function securityFor(host: string, isTls: boolean): SmtpSecurity {
  if (isTls) return 'tls'
  return HERE.has(host) ? 'local' : 'starttls'
}

function decoded(username: string, password: string): SmtpServer['login'] | undefined {
  if (username === '') return null
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
