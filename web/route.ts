import type { ComponentType } from 'react'
import type { Permission } from '#domain/staff/permissions.ts'
import type { Shop } from '#operations/shop.ts'
import type { ApiContext, SharedContext, StaffContext } from './api/api-context.ts'
import type { EndpointDocs } from './api/endpoint-docs.ts'
import type { StaffPageRequest } from './http/staff-only.ts'
import type { JsonAnswer } from './http/json-answer.ts'
import type { RateLimit } from './http/limits/rate-limit.ts'
import type { PageAnswer, PageRequest, Redirect, Screen } from './page.ts'

/** A page: rendered on the server, cached, hydrated in the browser. */
export interface PageRoute extends Screen {
  path: string
  access: 'public'
  /** The query parameters that change the page. All others are ignored. */
  query: readonly string[]
  /** True: the page is private to the holder of its link, and never cached. */
  personal?: boolean
  /** True: its form is posted to the address of the page, which then shows the outcome. */
  takesForm?: boolean
  /** Normalizes the query and drops meaningless values, because each variant would take a cache entry. */
  tidy?: (query: URLSearchParams, shop: Shop) => URLSearchParams
  load(shop: Shop, request: PageRequest): Promise<PageAnswer>
}

/** Access to a page: everyone, as to the sign-in page, or staff whose role allows it (http/staff-only.ts). */
type StaffAccess = { access: 'public' } | { access: 'staff'; permission: Permission }

/** A page of the staff area: rendered for each request, never cached. */
export type StaffPageRoute = StaffScreen & StaffAccess

interface StaffScreen extends Screen {
  path: string
  query: readonly string[]
  /** Query parameters that may be given several times. */
  repeated?: readonly string[]
  load(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect>
}

/** An endpoint with its documentation: `GET /api/openapi.json`. */
interface Handler<Context, Answer = Response> {
  (request: Request, context: Context): Promise<Answer>
  docs?: EndpointDocs
}

interface AnyEndpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  limit?: RateLimit
}

/**
 * An endpoint open to everyone. `from`: who may write to it; `own-pages` also allows programs that send no origin,
 * `own-pages-only` does not; `signed` verifies a signature itself.
 */
export interface PublicEndpoint extends AnyEndpoint {
  access: 'public'
  from: 'anyone' | 'own-pages' | 'own-pages-only' | 'signed'
  handle: Handler<ApiContext, Response | JsonAnswer>
  kept?: never
}

/**
 * An endpoint whose answer is the same for everyone with one display currency: kept like a page, until the catalogue or
 * the rates change. Its handler gets a request without headers, so that it cannot depend on the visitor.
 */
export interface SharedEndpoint extends AnyEndpoint {
  method: 'GET'
  access: 'public'
  from: 'anyone'
  handle: Handler<SharedContext>
  kept: KeptQuery
}

/** The query parameters that change an answer, as in PageRoute. All others are ignored. */
interface KeptQuery {
  query: readonly string[]
  /** The answer is at an address for each language, too: `/fr/api/search`. */
  inLanguages?: true
  tidy?: (query: URLSearchParams) => URLSearchParams
}

/** An endpoint for staff whose role allows it. Writes are accepted from our own pages only. */
export interface StaffEndpoint extends AnyEndpoint {
  access: 'staff'
  permission: Permission
  handle: Handler<StaffContext>
  kept?: never
}

export type Endpoint = PublicEndpoint | SharedEndpoint | StaffEndpoint

type LoadPage = PageRoute['load']
type LoadStaffPage = StaffPageRoute['load']

export const page = (
  path: string,
  screen: string,
  component: ComponentType<never>,
  load: LoadPage,
  query: readonly string[] = [],
  tidy?: PageRoute['tidy'],
): PageRoute => ({ path, access: 'public', screen, component, load, query, ...(tidy && { tidy }) })

/** Of a page with a form, `asked`: how it went. */
const askedOneOf =
  (...known: string[]) =>
  (query: URLSearchParams) => {
    const asked = query.get('asked') ?? ''
    return new URLSearchParams(known.includes(asked) ? { asked } : {})
  }
/** Of a page with the form of reminders. */
export const askedOnly = askedOneOf('sent', 'failed')
/** Of one that also has the form for early access. */
export const askedOfDrop = askedOneOf('sent', 'failed', 'guest', 'early')

/** A page opened by a link in a mail: `token` is its key. */
export const linkPage = (...[path, screen, component, load]: Parameters<typeof page>): PageRoute => ({
  ...page(path, screen, component, load, ['token']),
  personal: true,
})

/** A page for holders of its link, with a key in the query. */
export const personalPage = (...route: Parameters<typeof page>): PageRoute => ({
  ...page(...route),
  personal: true,
})

/** A page with a form that is posted to its own address, so that it works without a script. */
export const formPage = (...route: Parameters<typeof page>): PageRoute => ({
  ...personalPage(...route),
  takesForm: true,
})

/** A page of the staff area, for staff whose role allows it. */
export const staffPage = (
  path: string,
  permission: Permission,
  screen: string,
  component: ComponentType<never>,
  load: LoadStaffPage,
  query: readonly string[] = [],
  repeated: readonly string[] = [],
): StaffPageRoute => ({ path, access: 'staff', permission, screen, component, load, query, repeated })

/** A public page of the staff area, such as the sign-in page. */
export const publicStaffPage = (
  path: string,
  screen: string,
  component: ComponentType<never>,
  load: LoadStaffPage,
  query: readonly string[] = [],
): StaffPageRoute => ({ path, access: 'public', screen, component, load, query })

type Method = AnyEndpoint['method']
/** `POST /api/contact`: how to call an endpoint, and where. */
export type Address = `${Method} /${string}`

const publicEndpoint =
  (from: PublicEndpoint['from']) =>
  (address: Address, handle: PublicEndpoint['handle'], limit?: RateLimit): PublicEndpoint => ({
    ...splitAddress(address),
    access: 'public',
    from,
    handle,
    ...(limit && { limit }),
  })

export const anyone = publicEndpoint('anyone')

/** An endpoint whose answer is the same for everyone, and kept. */
export const sameForAll = (
  address: `GET /${string}`,
  handle: SharedEndpoint['handle'],
  limit: RateLimit,
  kept: KeptQuery = { query: [] },
): SharedEndpoint => ({
  ...splitAddress(address),
  method: 'GET',
  access: 'public',
  from: 'anyone',
  handle,
  limit,
  kept,
})

export const ownPages = publicEndpoint('own-pages')
export const ownPagesOnly = publicEndpoint('own-pages-only')
export const signed = publicEndpoint('signed')
export const staff = (
  address: Address,
  permission: Permission,
  handle: StaffEndpoint['handle'],
  limit?: RateLimit,
): StaffEndpoint => ({
  ...splitAddress(address),
  access: 'staff',
  permission,
  handle,
  ...(limit && { limit }),
})

export function splitAddress(address: Address): { method: Method; path: string } {
  const space = address.indexOf(' ')
  return { method: address.slice(0, space) as Method, path: address.slice(space + 1) }
}
