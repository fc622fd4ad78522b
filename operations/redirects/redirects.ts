import { lockCounts } from '#db/engine/counting-orders.ts'
import { transact } from '#db/engine/transact.ts'
import {
  allTargets,
  deleteRedirect,
  findTarget,
  listRedirects,
  writeRedirects,
} from '#db/redirects/redirects.ts'
import type { AuditChange } from '#domain/audit/audit.ts'
import {
  MAX_REDIRECTS,
  parseRedirect,
  parseRedirectFile,
  troubleOnTheWay,
  type Redirect,
  type RedirectFaults,
  type RedirectRow,
} from '#domain/redirects/redirect.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'

const PAGE_SIZE = 25
const BATCH_SIZE = 1_000

/** What becomes of a row that was typed or imported. `line`: of the file. */
export type RedirectOutcome = { line: number } & (
  | { kind: 'made' | 'changed' | 'same'; redirect: Redirect }
  | { kind: 'wrong'; typed: Redirect; faults: RedirectFaults }
)

/** Where an old path of the shop leads; null when it leads nowhere. */
export async function findRedirect(shop: Shop, path: string): Promise<string | null> {
  const held = heldOf(shop)
  if (held.targets === null) {
    const reading = allTargets(shop.database.db, MAX_HELD + 1)
    held.targets = reading
    reading.catch(() => held.targets === reading && (held.targets = null))
  }
  const targets = await held.targets
  return targets.size > MAX_HELD ? findTarget(shop.database.db, path) : (targets.get(path) ?? null)
}

/** Every missing page asks for its redirect: few of them are kept in the process, and read again after a change. */
const MAX_HELD = 2_000
const kept = new WeakMap<Shop['changes'], { targets: Promise<Map<string, string>> | null }>()

function heldOf({ changes }: Shop): { targets: Promise<Map<string, string>> | null } {
  const known = kept.get(changes)
  if (known) return known
  const held = { targets: null as Promise<Map<string, string>> | null }
  kept.set(changes, held)
  changes.listen((topic) => {
    if (topic === 'settings' || topic === '*') held.targets = null
  })
  return held
}

/** One page of the redirects, by their old paths. `query`: a part of either address; blank: all. */
export async function readRedirects(shop: Shop, query: string, page: number): Promise<ListPage<Redirect>> {
  return nearestPage(page, PAGE_SIZE, (span) => listRedirects(shop.database.db, query.toLowerCase(), span))
}

/** All redirects, in batches. */
export async function* walkRedirects({ database: { db } }: Shop): AsyncGenerator<Redirect[]> {
  for (let offset = 0; ; offset += BATCH_SIZE) {
    const { rows } = await listRedirects(db, '', { limit: BATCH_SIZE, offset })
    yield rows
    if (rows.length < BATCH_SIZE) return
  }
}

/** Stores a redirect as it was typed, in place of another one of the same old address. */
export async function saveRedirect(shop: Shop, typed: Redirect): Promise<RedirectOutcome> {
  const [outcome] = await saveRows(shop, [{ ...typed, line: 1, isPattern: false }], { isTrial: false })
  return outcome!
}

/**
 * Imports redirects; a row that is wrong is left out. `isTrial`: nothing is stored, and the outcomes are those that
 * importing would have. Null when the file is not one of redirects.
 */
export async function importRedirects(
  shop: Shop,
  text: string,
  how: { isTrial: boolean },
): Promise<RedirectOutcome[] | null> {
  const rows = parseRedirectFile(text)
  return rows && saveRows(shop, rows, how)
}

/** Nobody else changes redirects meanwhile, so that two changes never make a circle together. */
async function saveRows(
  shop: Shop,
  rows: readonly RedirectRow[],
  { isTrial }: { isTrial: boolean },
): Promise<RedirectOutcome[]> {
  const outcomes = await transact(shop.database, async (tx) => {
    await lockCounts(tx, ['redirects'])
    const targets = await allTargets(tx)
    const before = new Map(targets)
    const outcomes = rows.map((row) => outcomeOf(row, targets, shop.settings.publicUrl))
    const written = outcomes.flatMap((one) =>
      one.kind === 'made' || one.kind === 'changed' ? [one.redirect] : [],
    )
    if (isTrial || written.length === 0) return outcomes
    // A file may name an address twice: the last row counts.
    const last = [...new Map(written.map((redirect) => [redirect.from, redirect])).values()]
    await writeRedirects(tx, last, shop.now())
    const [only] = last
    await recordAudit(
      tx,
      shop,
      last.length === 1 && only
        ? {
            action: 'redirect-saved',
            subject: subjectOf(only),
            changes: [change(before.get(only.from), only.to)],
          }
        : { action: 'redirects-imported', subject: { id: 'redirects', name: `${last.length} redirects` } },
    )
    return outcomes
  })
  if (!isTrial && outcomes.some(({ kind }) => kind === 'made' || kind === 'changed')) {
    await shop.changes.publish('settings')
  }
  return outcomes
}

/** Adds a row that can be stored to the targets. */
function outcomeOf(
  { line, isPattern, ...typed }: RedirectRow,
  targets: Map<string, string>,
  publicUrl: string,
): RedirectOutcome {
  const wrong = (faults: RedirectFaults) => ({ line, kind: 'wrong', typed, faults }) as const
  if (isPattern) return wrong({ from: 'This stands for many addresses. Enter each by itself.' })
  const parsed = parseRedirect(typed, publicUrl)
  if ('faults' in parsed) return wrong(parsed.faults)
  const { redirect } = parsed
  const before = targets.get(redirect.from)
  if (before === redirect.to) return { line, kind: 'same', redirect }
  const trouble = troubleOnTheWay(redirect, targets)
  if (trouble === 'circle') return wrong({ to: `This leads in a circle: it comes back to ${redirect.from}.` })
  if (trouble === 'too-long')
    return wrong({ to: 'Too many redirects follow each other from here. Enter the page where they end.' })
  if (before === undefined && targets.size >= MAX_REDIRECTS) {
    return wrong({ from: `A shop has up to ${MAX_REDIRECTS.toLocaleString('en-CA')} redirects.` })
  }
  targets.set(redirect.from, redirect.to)
  return { line, kind: before === undefined ? 'made' : 'changed', redirect }
}

/** Deletes a redirect. Returns it; null when there is none. */
export async function removeRedirect(shop: Shop, from: string): Promise<Redirect | null> {
  const removed = await transact(shop.database, async (tx) => {
    const to = await deleteRedirect(tx, from)
    if (to === null) return null
    const redirect = { from, to }
    await recordAudit(tx, shop, {
      action: 'redirect-deleted',
      subject: subjectOf(redirect),
      changes: [change(to)],
    })
    return redirect
  })
  if (removed !== null) await shop.changes.publish('settings')
  return removed
}

const subjectOf = ({ from }: Redirect) => ({ id: from, name: from })
const change = (before?: string, after?: string): AuditChange => ({
  field: 'Leads to',
  before: before ?? null,
  after: after ?? null,
})
