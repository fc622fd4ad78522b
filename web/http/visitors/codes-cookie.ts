import { MAX_CODES } from '#domain/promotions/typed-code.ts'

const KEPT_SECONDS = 30 * 24 * 60 * 60
const COOKIE = /(?:^|; )codes=([^;]*)/

/** The cookie with the codes of a cart (web/visitor/codes.ts), with one more. */
export function cookieWithCode(headers: Headers, code: string): string {
  const before = decoded(COOKIE.exec(headers.get('cookie') ?? '')?.[1] ?? '').split(' ')
  const codes = [...before.filter((one) => one !== '' && one !== code), code]
  const text = encodeURIComponent(codes.slice(-MAX_CODES).join(' '))
  return `codes=${text}; Path=/; Max-Age=${KEPT_SECONDS}; SameSite=Lax`
}

/** Empty for what cannot be decoded. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
