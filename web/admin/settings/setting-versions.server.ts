import { LARGEST_VERSION } from '#domain/version.ts'
import type { readSettingHistory } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { HistoryEntry } from './setting-history.tsx'

/** The version that the query names; null without a valid one. */
export function versionIn(query: URLSearchParams, name: 'before' | 'version'): number | null {
  const text = query.get(name) ?? ''
  return /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_VERSION ? Number(text) : null
}

/** A page of a setting's history, as display text. `before`: where the page begins; null: with the newest version. */
export function historyProps(
  shop: Shop,
  { entries, hasMore }: Awaited<ReturnType<typeof readSettingHistory>>,
  before: number | null,
): { history: HistoryEntry[]; olderThan: number | null; isOlderPage: boolean } {
  const time = staffTime(shop)
  return {
    history: entries.map(({ version, changedAt, changedBy, summary }) => ({
      version,
      summary,
      at: time(changedAt),
      by: changedBy ?? 'a former member of staff',
    })),
    olderThan: hasMore ? (entries.at(-1)?.version ?? null) : null,
    isOlderPage: before !== null,
  }
}
