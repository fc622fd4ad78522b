import { sql, type Kysely } from 'kysely'
import { containsText } from '#db/engine/contains-text.ts'
import { isAmong } from '#db/engine/is-among.ts'
import type { Tx } from '#db/engine/transact.ts'
import type { Database } from '#db/schema.ts'
import type { Redirect } from '#domain/redirects/redirect.ts'

/** How many missing pages are kept: the most wanted. */
const MAX_MISSING_PAGES = 5_000
const BATCH_SIZE = 500

/** An address that was asked for and is not there. Times are epoch milliseconds. */
export interface MissingPage {
  path: string
  hits: number
  lastAt: number
}

/** Where an old path leads; null when it leads nowhere. */
export async function findTarget(db: Kysely<Database>, path: string): Promise<string | null> {
  const found = await db.selectFrom('redirects').select('target').where('path', '=', path).executeTakeFirst()
  return found?.target ?? null
}

/** Every redirect, by its old path; up to `limit` where it is given. */
export async function allTargets(db: Kysely<Database>, limit?: number): Promise<Map<string, string>> {
  const all = db.selectFrom('redirects').select(['path', 'target'])
  const rows = await (limit === undefined ? all : all.limit(limit)).execute()
  return new Map(rows.map(({ path, target }) => [path, target]))
}

/** Some redirects in the order of their old paths, with the total. `query`: a part of either address; blank: all. */
export async function listRedirects(
  db: Kysely<Database>,
  query: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: Redirect[]; total: number }> {
  const inPath = containsText('path', query)
  const inTarget = containsText('target', query)
  const all = db.selectFrom('redirects')
  const found = inPath && inTarget ? all.where(({ or }) => or([inPath, inTarget])) : all
  const [rows, { total }] = await Promise.all([
    found.select(['path as from', 'target as to']).orderBy('path').limit(limit).offset(offset).execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Stores redirects. Their old paths are no missing pages any more. */
export async function writeRedirects(tx: Tx, redirects: readonly Redirect[], now: number): Promise<void> {
  for (let at = 0; at < redirects.length; at += BATCH_SIZE) {
    const rows = redirects
      .slice(at, at + BATCH_SIZE)
      .map(({ from, to }) => ({ path: from, target: to, changed_at: now }))
    await tx
      .insertInto('redirects')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet(({ ref }) => ({
          target: ref('excluded.target'),
          changed_at: ref('excluded.changed_at'),
        })),
      )
      .execute()
    const paths = rows.map(({ path }) => path)
    await tx
      .deleteFrom('missing_pages')
      .where(isAmong(tx, 'path', paths))
      .execute()
  }
}

/** Deletes a redirect. Returns where it led; null when there is none. */
export async function deleteRedirect(tx: Tx, path: string): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('redirects')
    .where('path', '=', path)
    .returning('target')
    .executeTakeFirst()
  return deleted?.target ?? null
}

/** Adds to how often missing pages were asked for. */
export async function addMissingPages(
  db: Kysely<Database>,
  hits: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const rows = [...hits].map(([path, count]) => ({ path, hits: count, last_at: now, ignored_at: null }))
  // In one order, so that two processes never wait for each other.
  const sorted = rows.toSorted((one, other) => (one.path < other.path ? -1 : 1))
  await db
    .insertInto('missing_pages')
    .values(sorted)
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet(({ ref }) => ({
        hits: sql<number>`${ref('missing_pages.hits')} + ${ref('excluded.hits')}`,
        last_at: ref('excluded.last_at'),
      })),
    )
    .execute()
  const surplus = db
    .selectFrom('missing_pages')
    .select('path')
    .orderBy('hits', 'desc')
    .orderBy('last_at', 'desc')
    .limit(BATCH_SIZE)
    .offset(MAX_MISSING_PAGES)
  await db.deleteFrom('missing_pages').where('path', 'in', surplus).execute()
}

/** The missing pages that were asked for most often, except those that staff ignore. */
export async function listMissingPages(db: Kysely<Database>, limit: number): Promise<MissingPage[]> {
  return db
    .selectFrom('missing_pages')
    .select(['path', 'hits', 'last_at as lastAt'])
    .where('ignored_at', 'is', null)
    .orderBy('hits', 'desc')
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute()
}

/** Leaves a missing page out of the list, or lists it again. */
export async function markMissingPage(tx: Tx, path: string, ignoredAt: number | null): Promise<void> {
  await tx.updateTable('missing_pages').set({ ignored_at: ignoredAt }).where('path', '=', path).execute()
}

/** Deletes missing pages that nobody has asked for since this time. */
export async function deleteOldMissingPages(db: Kysely<Database>, before: number): Promise<void> {
  await db.deleteFrom('missing_pages').where('last_at', '<', before).execute()
}
