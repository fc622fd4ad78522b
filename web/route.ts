import type { ComponentType } from 'react'
import type { Permission } from '#domain/staff/permissions.ts'
import type { Shop } from '#operations/shop.ts'
import type { ApiContext, StaffContext } from './api/api-context.ts'
import type { EndpointDocs } from './api/endpoint-docs.ts'
import type { StaffPageRequest } from './http/staff-only.ts'
import type { RateLimit } from './http/limits/rate-limit.ts'
import type { PageAnswer, PageRequest, Redirect, Screen } from './page.ts'

/** A page: rendered on the server, kept in the page cache, hydrated in the browser. */
export interface PageRoute extends Screen {
  path: string
  access: 'public'
  /** The query names that change the page. All others are ignored. */
  query: readonly string[]
  /** True: what it shows belongs to whoever has its address, and the page cache does not keep it. */
  personal?: boolean
  /**
   * Says in one way what can be said in several, and drops values that mean nothing: each keeps a page in the cache.
   */
  tidy?: (query: URLSearchParams) => URLSearchParams
  load(shop: Shop, request: PageRequest): Promise<PageAnswer>
}

/** What anybody may open, such as the page for signing in, or staff whose role allows it (http/staff-only.ts). */
type StaffAccess = { access: 'public' } | { access: 'staff'; permission: Permission }

/** A page of the staff area: rendered for each request and kept by nobody. */
export type StaffPageRoute = StaffScreen & StaffAccess

interface StaffScreen extends Screen {
  path: string
  query: readonly string[]
  load(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect>
}

/** What answers at an address, with what the description of the API says of it: `GET /api/openapi.json`. */
interface Handler<Context> {
  (request: Request, context: Context): Promise<Response>
  docs?: EndpointDocs
}

interface AnyEndpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  limit?: RateLimit
}

/**
 * An address that answers data to everybody. `from`: who may write to it; `own-pages` lets programs in that say nothing
 * of where they come from, `own-pages-only` does not; `signed` checks a signature of its own.
 */
export interface PublicEndpoint extends AnyEndpoint {
  access: 'public'
  from: 'anyone' | 'own-pages' | 'own-pages-only' | 'signed'
  handle: Handler<ApiContext>
}

/** An address for staff whose role allows it. Writes come from our own pages only. */
export interface StaffEndpoint extends AnyEndpoint {
  access: 'staff'
  permission: Permission
  handle: Handler<StaffContext>
}

export type Endpoint = PublicEndpoint | StaffEndpoint

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

/** A page that a link in somebody's mail opens: `token` is its key. */
export const linkPage = (...[path, screen, component, load]: Parameters<typeof page>): PageRoute => ({
  ...page(path, screen, component, load, ['token']),
  personal: true,
})

/** A page for whoever has its link, with a key in the query. */
export const personalPage = (...route: Parameters<typeof page>): PageRoute => ({
  ...page(...route),
  personal: true,
})

/** A page of the staff area, for staff whose role allows it. */
export const staffPage = (
  path: string,
  permission: Permission,
  screen: string,
  component: ComponentType<never>,
  load: LoadStaffPage,
  query: readonly string[] = [],
): StaffPageRoute => ({ path, access: 'staff', permission, screen, component, load, query })

/** A page on the way into the staff area: everybody may see it. */
export const publicStaffPage = (
  path: string,
  screen: string,
  component: ComponentType<never>,
  load: LoadStaffPage,
  query: readonly string[] = [],
): StaffPageRoute => ({ path, access: 'public', screen, component, load, query })

type Method = AnyEndpoint['method']
type Address = `${Method} /${string}`

const publicEndpoint =
  (from: PublicEndpoint['from']) =>
  (address: Address, handle: PublicEndpoint['handle'], limit?: RateLimit): PublicEndpoint => ({
    ...split(address),
    access: 'public',
    from,
    handle,
    ...(limit && { limit }),
  })

export const anyone = publicEndpoint('anyone')
export const ownPages = publicEndpoint('own-pages')
export const ownPagesOnly = publicEndpoint('own-pages-only')
export const signed = publicEndpoint('signed')
export const staff = (
  address: Address,
  permission: Permission,
  handle: StaffEndpoint['handle'],
): StaffEndpoint => ({
  ...split(address),
  access: 'staff',
  permission,
  handle,
})

function split(address: Address): { method: Method; path: string } {
  const space = address.indexOf(' ')
  return { method: address.slice(0, space) as Method, path: address.slice(space + 1) }
}
