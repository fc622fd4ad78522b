import {
  isKeyPermission,
  permissionsOf,
  SET_UP_PERMISSIONS,
  type Permission,
} from '#domain/staff/permissions.ts'
import type { StaffKey } from '#providers/identity/keys/staff-keys.ts'
import type { OpenSession, SessionKey } from '#providers/identity/staff-identity.ts'
import { needsSecondFactor } from '#operations/staff/second-factor.ts'
import type { Shop, StaffAuthor } from '#operations/shop.ts'
import { problem, type Problem } from './problem.ts'
import { isFromOwnPage } from './same-origin.ts'
import { expiredStaffCookie, readStaffCookie, staffCookie } from './visitors/staff-cookie.ts'
import type { PageRequest } from '#web/page.ts'

/** A member of staff who is signed in, and the session they came with. */
export interface StaffVisit extends OpenSession {
  key: SessionKey
  /** The key of the program that came in their place; null: they came themselves. */
  apiKey: Pick<StaffKey, 'id' | 'name'> | null
  /** What their role, or the key, allows; while a second factor is missing that it requires, only to set one up. */
  permissions: readonly Permission[]
  /** A second factor is missing that the role requires. */
  needsSecondFactor: boolean
}

/** A request for a page of the staff area. `staff`: the member who is signed in, if any. */
export interface StaffPageRequest extends PageRequest {
  staff: StaffVisit | null
  headers: Headers
}

/** The responses for each kind of visitor. */
interface StaffAnswers {
  enter(staff: StaffVisit): Promise<Response>
  signedOut(): Response
  /** A member is signed in, and their role does not allow it. */
  notPermitted(staff: StaffVisit): Response | Promise<Response>
  /** The answer to an unknown key. Without it, keys are not read: pages are for people. */
  wrongKey?(): Response
  /** A member is signed in, and has to set up a second factor first. */
  setUpFirst(): Response
}

/**
 * The one guard of the staff area. A write must state that it comes from our own pages, or have a key; then members of
 * staff whose role, and key, has the permission may `enter`, and no one else.
 */
export async function staffOnly(
  shop: Shop,
  request: Request,
  permission: Permission,
  { enter, signedOut, notPermitted, wrongKey, setUpFirst }: StaffAnswers,
): Promise<Response> {
  const secret = wrongKey ? bearerOf(request.headers) : null
  if (secret === null && !isReading(request) && !isFromOwnPage(request.headers)) return crossSite()
  const staff = secret === null ? await findStaff(shop, request.headers) : await findKeyHolder(shop, secret)
  if (staff) {
    const isAllowed = staff.permissions.includes(permission)
    const refuse = staff.needsSecondFactor ? setUpFirst : notPermitted
    return withRenewedCookie(shop, staff, await (isAllowed ? enter : refuse)(staff))
  }
  if (wrongKey && secret !== null) return wrongKey()
  const answer = signedOut()
  const { publicUrl } = shop.settings
  if (readStaffCookie(request.headers, publicUrl) !== null) {
    answer.headers.append('set-cookie', expiredStaffCookie(publicUrl))
  }
  return answer
}

/** The member of staff who sent a request, for the audit trail. */
export function staffAuthor(headers: Headers, { member, apiKey }: StaffVisit, address: string): StaffAuthor {
  const { id, email } = member
  const from = { address, userAgent: headers.get('user-agent') ?? '' }
  return { id, email, ...from, ...(apiKey && { keyName: apiKey.name }) }
}

/** The signed-in member, if any. */
export async function findStaff(shop: Shop, headers: Headers): Promise<StaffVisit | null> {
  const key = readStaffCookie(headers, shop.settings.publicUrl)
  const session = key && (await shop.identity.findSession(key))
  if (!session) return null
  const isIncomplete = await needsSecondFactor(shop, session)
  const permissions = isIncomplete ? SET_UP_PERMISSIONS : permissionsOf(session.member.role)
  return { ...session, key, apiKey: null, permissions, needsSecondFactor: isIncomplete }
}

/** The maker of a key, with the permissions that both still have. */
async function findKeyHolder(shop: Shop, secret: string): Promise<StaffVisit | null> {
  const found = await shop.identity.keys.find(secret)
  if (!found) return null
  const { key, member, hasSecondFactor } = found
  const isIncomplete = await needsSecondFactor(shop, { member, hasSecondFactor })
  const theirs = isIncomplete ? [] : permissionsOf(member.role).filter(isKeyPermission)
  const permissions = theirs.filter((one) => key.permissions.includes(one))
  const visit = { id: key.id, key: '', renewedFor: null, needsSecondFactor: isIncomplete }
  return { ...visit, member, hasSecondFactor, apiKey: key, permissions }
}

/** Whoever sent a request, by their session or by the key of their program; null when that is over. */
export function findCaller(shop: Shop, headers: Headers): Promise<StaffVisit | null> {
  const secret = bearerOf(headers)
  return secret === null ? findStaff(shop, headers) : findKeyHolder(shop, secret)
}

function bearerOf(headers: Headers): string | null {
  const bearer = /^bearer(?: +(.*))?$/i.exec(headers.get('authorization') ?? '')
  return bearer && (bearer[1] ?? '')
}

/** A session that has just been prolonged lives longer in the browser too, unless the answer sets a cookie itself. */
export function withRenewedCookie(shop: Shop, staff: StaffVisit, answer: Response): Response {
  if (staff.renewedFor !== null && !answer.headers.has('set-cookie')) {
    answer.headers.append('set-cookie', staffCookie(shop.settings.publicUrl, staff.key, staff.renewedFor))
  }
  return answer
}

export function crossSite(): Response {
  return problem({
    type: 'cross-site',
    status: 403,
    title: 'This request did not come from the shop’s own pages.',
  })
}

export function signedOut(): Response {
  return problem({ type: 'signed-out', status: 401, title: 'Sign in first.' })
}

export function wrongKey(): Response {
  const title = 'This key is unknown, has expired or was revoked.'
  const refusal = problem({ type: 'wrong-key', status: 401, title })
  refusal.headers.set('www-authenticate', 'Bearer')
  return refusal
}

/** The refusal of a program's request: its page leads to the set-up when it is loaded again. */
export function secondFactorNeeded(): Response {
  return problem({
    type: 'second-factor-needed',
    status: 403,
    title: 'Your role needs a second factor. Reload the page to set one up.',
  })
}

export const NOT_PERMITTED: Problem = {
  type: 'not-permitted',
  status: 403,
  title: 'Your role does not allow this. An owner can change your role.',
}

export function notPermitted(staff?: StaffVisit): Response {
  if (!staff?.apiKey) return problem(NOT_PERMITTED)
  return problem({ ...NOT_PERMITTED, title: 'This key, or the role of its maker, does not allow this.' })
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}
