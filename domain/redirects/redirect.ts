import { typedRows } from '#domain/csv.ts'

/** An address that the shop no longer has, or that another shop had, and the page that it leads to. Both are paths. */
export interface Redirect {
  from: string
  to: string
}

/** The longest path of a redirect, in characters. */
export const MAX_REDIRECT_LENGTH = 500

/** How many redirects a shop may have. */
export const MAX_REDIRECTS = 50_000

/** What may be wrong with the two addresses of a redirect, as staff read it. */
export type RedirectFaults = Partial<Record<keyof Redirect, string>>

/** Folders of addresses that only the shop itself uses. */
const OWN_FOLDERS = /^\/(admin|api|assets)(\/|$)/i

/**
 * The path of an address in the form in which redirects are stored and found: decoded, in lower case, without a slash
 * at its end. Null for the home page, and for what no redirect may have.
 */
export function oldPath(pathname: string): string | null {
  let plain = pathname
  try {
    plain = decodeURIComponent(pathname)
  } catch {} // as it is: a lone % is a character of some old addresses
  const path = plain
    .normalize('NFC')
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, '')
  // oxlint-disable-next-line no-control-regex -- a control character is in no address, and PostgreSQL refuses the zero
  if (!/^\/[^/\\]/.test(path) || /[\u0000-\u001f\u007f]/.test(path)) return null
  return path.length > MAX_REDIRECT_LENGTH || OWN_FOLDERS.test(path) ? null : path
}

/**
 * A path of the shop as it may stand in an answer, with its query and fragment; null for anything else:
 * `//elsewhere.example` is an address of another host.
 */
export function ownPath(typed: string): string | null {
  const base = 'http://shop.invalid'
  const at = typed.startsWith('/') ? URL.parse(typed, base) : null
  // `/.//elsewhere.example` is on this host until it is read again.
  const isOwn = at?.origin === base && !at.pathname.startsWith('//')
  return isOwn ? `${at.pathname}${at.search}${at.hash}` : null
}

/** Reads a redirect as staff type it: paths, or whole addresses. `publicUrl`: of the shop, without a path. */
export function parseRedirect(
  { from, to }: Redirect,
  publicUrl: string,
): { redirect: Redirect } | { faults: RedirectFaults } {
  const old = oldPath(pathnameOf(from))
  const target = to.trim()
  const isOwnAddress = `${target}/`.toLowerCase().startsWith(`${publicUrl}/`.toLowerCase())
  const page = ownPath(isOwnAddress ? target.slice(publicUrl.length) || '/' : target)
  const faults: RedirectFaults = {
    ...(old === null && {
      from: /^(https?:\/\/|\/)/i.test(from.trim())
        ? 'The shop needs this address itself, or it is too long.'
        : 'Enter the old address from its first slash, such as /products/red-hoodie.',
    }),
    ...((page === null || page.length > MAX_REDIRECT_LENGTH || OWN_FOLDERS.test(page)) && {
      to: 'Enter a page of this shop, such as /product/red-hoodie. Redirects lead to no other site.',
    }),
  }
  if (old === null || page === null || Object.keys(faults).length > 0) return { faults }
  if (old === oldPath(pathnameOf(page))) return { faults: { to: 'This leads to itself.' } }
  return { redirect: { from: old, to: page } }
}

/** How many redirects may lead from one to the next. */
export const MAX_STEPS = 20

/**
 * Whether whoever follows a redirect comes back to where it began, or follows more than `MAX_STEPS`; null: neither.
 * `targets`: where each old path leads.
 */
export function troubleOnTheWay(
  { from, to }: Redirect,
  targets: ReadonlyMap<string, string>,
): 'circle' | 'too-long' | null {
  let next: string | undefined = to
  for (let steps = 0; next !== undefined; steps += 1) {
    const path = oldPath(pathnameOf(next))
    if (path === from) return 'circle'
    if (steps === MAX_STEPS) return 'too-long'
    next = path === null ? undefined : targets.get(path)
  }
  return null
}

function pathnameOf(address: string): string {
  return address
    .trim()
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/[?#].*$/s, '')
}

/** One row of a file with redirects. `line` counts from 1. `isPattern`: it stands for many addresses. */
export interface RedirectRow extends Redirect {
  line: number
  isPattern: boolean
}

const HEADINGS = { from: /^(redirect from|from|source|old)\b/i, to: /^(redirect to|to|target|new)\b/i }

/**
 * Reads redirects from a table whose cells are separated by tabs, commas or semicolons, such as Shopify's or that of
 * WordPress’s Redirection. Null when its first line neither has headings nor is a redirect.
 */
export function parseRedirectFile(text: string): RedirectRow[] | null {
  const lines = typedRows(text)
  const [{ cells: first } = { cells: [] }] = lines
  const columnOf = (heading: RegExp) => first.findIndex((cell) => heading.test(cell))
  const named = { from: columnOf(HEADINGS.from), to: columnOf(HEADINGS.to), pattern: columnOf(/^regex$/i) }
  const hasHeadings = named.from !== -1 && named.to !== -1
  if (!hasHeadings && !/^(https?:\/|\/)/i.test(first[0] ?? '')) return null
  const { from, to, pattern } = hasHeadings ? named : { from: 0, to: 1, pattern: -1 }
  return (hasHeadings ? lines.slice(1) : lines).map(({ line, cells }) => ({
    line,
    from: cells[from] ?? '',
    to: cells[to] ?? '',
    isPattern: !['', '0', 'false'].includes((cells[pattern] ?? '').toLowerCase()),
  }))
}
