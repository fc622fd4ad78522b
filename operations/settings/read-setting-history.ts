import * as v from 'valibot'
import { findSetting, findSettingVersion, listSettings, listSettingVersions } from '#db/settings/settings.ts'
import type { Setting, SettingVersion } from '#domain/settings/setting.ts'
import { MAX_VERSION } from '#domain/version.ts'
import type { Shop } from '#operations/shop.ts'

/** A version of a setting, as the history shows it. */
export interface SettingHistoryEntry<Value> {
  version: number
  /** Null when only an older version of the shop could read it. */
  value: Value | null
  /** Epoch milliseconds. */
  changedAt: number
  /** The email address of the member who changed it; null when they were removed, or for the default. */
  changedBy: string | null
  /** No member of staff changed it: an update of the shop or the demo catalogue did. */
  isByShop?: true
  summary: string
}

const PAGE_SIZE = 20

/** The versions of a setting before `before`, newest first, and whether there are older ones. */
export async function readSettingHistory<Value extends object>(
  { database }: Pick<Shop, 'database'>,
  setting: Setting<Value>,
  before = MAX_VERSION + 1,
): Promise<{ entries: SettingHistoryEntry<Value>[]; hasMore: boolean }> {
  const stored = await listSettingVersions(database.db, setting.name, { before, limit: PAGE_SIZE + 1 })
  const entries = stored
    .slice(0, PAGE_SIZE)
    .map(({ version, value, changedAt, changedBy, changedByEmail, summary }) => {
      const parsed = v.safeParse(setting.schema, value)
      return {
        version,
        value: parsed.success ? parsed.output : null,
        changedAt,
        changedBy: changedByEmail,
        ...(changedBy === null && { isByShop: true as const }),
        summary,
      }
    })
  return { entries, hasMore: stored.length > PAGE_SIZE }
}

/** When a setting was last changed, and by whom. */
export type LatestChange = Pick<SettingHistoryEntry<unknown>, 'changedAt' | 'changedBy' | 'isByShop'>

/** The latest change of each saved setting, by its name. */
export async function readLatestChanges({
  database,
}: Pick<Shop, 'database'>): Promise<Map<string, LatestChange>> {
  const latest = await listSettings(database.db)
  return new Map(
    latest.map(({ name, changedAt, changedBy, changedByEmail }) => [
      name,
      { changedAt, changedBy: changedByEmail, ...(changedBy === null && { isByShop: true as const }) },
    ]),
  )
}

/** One version of a setting as it was saved, by default the newest; version 0 is the fallback. Null: there is none. */
export async function readSettingVersion<Value extends object>(
  { database: { db } }: Pick<Shop, 'database'>,
  setting: Setting<Value>,
  version?: number,
): Promise<SettingVersion<Value> | null> {
  const fallback = { version: 0, value: setting.fallback }
  if (version === 0) return fallback
  const stored =
    version === undefined
      ? await findSetting(db, setting.name)
      : await findSettingVersion(db, setting.name, version)
  if (stored === null) return version === undefined ? fallback : null
  const parsed = v.safeParse(setting.schema, stored.value)
  return parsed.success ? { version: stored.version, value: parsed.output } : null
}
