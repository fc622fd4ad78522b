import { expect } from 'vitest'
import type { Shop } from '#operations/shop.ts'
import type { Visit } from '#providers/identity/staff-identity.ts'
import type { ServedShop } from './serve-shop.ts'

/** A staff member to be added to a shop. */
export const ADA = { email: 'ada@redemption.example', password: 'wears red' }

/** A visit from an unknown browser. */
export const STRANGER: Visit = {
  address: '203.0.113.7',
  network: 'at home',
  device: null,
  userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1',
  replaces: null,
}

/** Sends a request as our pages do. */
export type Ask = (method: string, path: string, body?: object | null) => Promise<Response>

/** Adds Ada to the staff of a served shop and signs her in; requests are sent with her session. */
export async function signInAda(shop: Shop, { url }: ServedShop): Promise<Ask> {
  return askWith(url, await addAda(shop, { url }))
}

/** Adds Ada to the staff of a served shop, and returns the cookie of her session. */
export async function addAda({ identity }: Shop, { url }: Pick<ServedShop, 'url'>): Promise<string> {
  await identity.addMember(ADA)
  return staffBrowser(() => url).signedIn()
}

/** A key for programs with these permissions, of Ada of the staff, who is added. */
export async function addKey(
  shop: Shop,
  served: ServedShop,
  permissions: readonly string[],
): Promise<string> {
  const ask = await signInAda(shop, served)
  const wanted = { name: 'Warehouse', permissions, days: 30, password: ADA.password }
  const made = await ask('POST', '/api/staff/keys', wanted)
  expect(made.status).toBe(201)
  return ((await made.json()) as { secret: string }).secret
}

/** Sends requests to a served shop with a session. */
export function askWith(url: string, cookie: string): Ask {
  return (method, path, body) =>
    fetch(url + path, {
      method,
      headers: { origin: url, 'content-type': 'application/json', cookie },
      ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
    })
}

/** A browser's requests to the staff area; redirects are not followed. */
export function staffBrowser(url: () => string) {
  const own = () => ({ origin: url() })

  function get(path: string, cookie?: string): Promise<Response> {
    return fetch(url() + path, { redirect: 'manual', headers: cookie ? { cookie } : {} })
  }

  function send(
    method: string,
    path: string,
    body: object,
    headers: Record<string, string> = own(),
  ): Promise<Response> {
    return fetch(url() + path, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  const post = (path: string, body: object, headers?: Record<string, string>) =>
    send('POST', path, body, headers)

  const signIn = (credentials: object = ADA, headers: Record<string, string> = {}) =>
    post('/api/staff/sign-in', credentials, { ...own(), ...headers })

  /** Signs Ada in, and returns her cookie. */
  async function signedIn(password = ADA.password): Promise<string> {
    const answer = await signIn({ ...ADA, password })
    expect(answer.status).toBe(200)
    return cookieOf(answer)
  }

  return { own, get, send, post, signIn, signedIn }
}

/** The cookie that a response sets. */
export function cookieOf(answer: Response): string {
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** The status of a refusal and its problem type. */
export async function codeOf(answer: Response): Promise<[number, string]> {
  const { type } = (await answer.json()) as { type: string }
  return [answer.status, type]
}
