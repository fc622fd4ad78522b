import { changedFields, type Setting } from '#domain/settings/setting.ts'
import { MAX_VERSION } from '#domain/version.ts'
import {
  readSettingHistory,
  readSettingVersion,
  type LatestChange,
} from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { VersionsProps } from './document-history.tsx'

/** The version that the query names; null without a valid one. */
function versionIn(query: URLSearchParams, name: 'before' | 'version'): number | null {
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

/** What a screen of a setting shows of its versions: `before` and `version` of the address choose. */
export async function loadVersions<Value extends object>(
  shop: Shop,
  setting: Setting<Value>,
  query: URLSearchParams,
): Promise<VersionsProps<Value>> {
  const before = versionIn(query, 'before')
  const seen = versionIn(query, 'version')
  const [newest, old, { entries, hasMore }] = await Promise.all([
    readSettingVersion(shop, setting),
    seen === null ? null : readSettingVersion(shop, setting, seen),
    readSettingHistory(shop, setting, before ?? undefined),
  ])
  const saved = newest ?? { version: 0, value: setting.fallback }
  const time = staffTime(shop)
  return {
    saved,
    isAsAtStart: changedFields(setting, saved.value, setting.fallback) === '',
    old: old?.version === saved.version ? null : old,
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
