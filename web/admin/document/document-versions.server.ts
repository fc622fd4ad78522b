import { MAX_VERSION } from '#domain/version.ts'
import type { LatestChange, readSettingHistory } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { HistoryEntry } from './document-history.tsx'

/** The version that the query names; null without a valid one. */
export function versionIn(query: URLSearchParams, name: 'before' | 'version'): number | null {
  const text = query.get(name) ?? ''
  return /^\d{1,10}$/.test(text) && Number(text) <= MAX_VERSION ? Number(text) : null
}

/** When a setting was last changed and by whom, in words; blank while nothing was saved. */
export function changedWords(shop: Shop, change: LatestChange | undefined): string {
  return change === undefined ? '' : `Changed ${staffTime(shop)(change.changedAt)}, by ${authorOf(change)}`
}

function authorOf({ changedBy, isByShop }: Pick<LatestChange, 'changedBy' | 'isByShop'>): string {
  return isByShop ? 'the shop' : (changedBy ?? 'a former member of staff')
}

/** A page of a setting's history, as display text. `before`: where the page begins; null: with the newest version. */
export function historyProps(
  shop: Shop,
  { entries, hasMore }: Awaited<ReturnType<typeof readSettingHistory>>,
  before: number | null,
): { history: HistoryEntry[]; olderThan: number | null; isOlderPage: boolean } {
  const time = staffTime(shop)
  return {
    history: entries.map(({ version, summary, ...change }) => ({
      version,
      summary,
      at: time(change.changedAt),
      by: authorOf(change),
    })),
    olderThan: hasMore ? (entries.at(-1)?.version ?? null) : null,
    isOlderPage: before !== null,
  }
}
