import type { Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { StaffId } from '#domain/ids.ts'

/** One stored version of a setting. */
export interface StoredSetting {
  version: number
  /** Parsed JSON. */
  value: unknown
  /** Epoch milliseconds. */
  changedAt: number
  changedBy: StaffId | null
  /** The email address of that member; null also when the member was removed. */
  changedByEmail: string | null
  /** What changed, in words. */
  summary: string
}

/** A version to append. */
export type NewSetting = Pick<StoredSetting, 'value' | 'changedAt' | 'changedBy' | 'summary'>

/** The latest version of a setting; null while nothing is saved. */
export async function findSetting(db: Kysely<Database>, name: string): Promise<StoredSetting | null> {
  const row = await versions(db, name).orderBy('shop_settings.version', 'desc').limit(1).executeTakeFirst()
  return row ? settingOf(row) : null
}

/** One version of a setting; null when there is no such one. */
export async function findSettingVersion(
  db: Kysely<Database>,
  name: string,
  version: number,
): Promise<StoredSetting | null> {
  const row = await versions(db, name).where('shop_settings.version', '=', version).executeTakeFirst()
  return row ? settingOf(row) : null
}

/** The versions of a setting before version `before`, newest first. */
export async function listSettingVersions(
  db: Kysely<Database>,
  name: string,
  { before, limit }: { before: number; limit: number },
): Promise<StoredSetting[]> {
  const rows = await versions(db, name)
    .where('shop_settings.version', '<', before)
    .orderBy('shop_settings.version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(settingOf)
}

/** The latest version of each setting: when it was changed, and by whom. */
export async function listSettings(
  db: Kysely<Database>,
): Promise<
  (Pick<StoredSetting, 'version' | 'changedAt' | 'changedBy' | 'changedByEmail'> & { name: string })[]
> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('shop_settings')
        .select(({ fn }) => ['name', fn.max('version').as('version')])
        .groupBy('name')
        .as('latest'),
    )
    .innerJoin('shop_settings as stored', (join) =>
      join.onRef('stored.name', '=', 'latest.name').onRef('stored.version', '=', 'latest.version'),
    )
    .leftJoin('staff_members', 'staff_members.id', 'stored.changed_by')
    .select([
      'stored.name',
      'stored.version',
      'stored.changed_at as changedAt',
      'stored.changed_by as changedBy',
    ])
    .select('staff_members.email as changedByEmail')
    .execute()
}

/** Appends the version after `version`. False, with nothing written, when the latest version is another one. */
export async function appendSetting(
  db: Kysely<Database>,
  name: string,
  version: number,
  setting: NewSetting,
): Promise<boolean> {
  const latest = await findSetting(db, name)
  if ((latest?.version ?? 0) !== version) return false
  return insertSettingVersion(db, name, version + 1, setting)
}

/** Writes one version of a setting, regardless of the others. False when it exists already. */
export async function insertSettingVersion(
  db: Kysely<Database>,
  name: string,
  version: number,
  { value, changedAt, changedBy, summary }: NewSetting,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('shop_settings')
    .values({
      name,
      version,
      value: JSON.stringify(value),
      changed_at: changedAt,
      changed_by: changedBy,
      summary,
    })
    .onConflict((conflict) => conflict.columns(['name', 'version']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Records that a version of a setting uses these pictures or films, which are kept as long as the version. */
export async function recordSettingPictures(
  db: Kysely<Database>,
  setting: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return
  await db
    .insertInto('setting_pictures')
    .values(keys.map((key) => ({ setting, key })))
    .onConflict((conflict) => conflict.columns(['key', 'setting']).doNothing())
    .execute()
}

/** The pictures and films of this list that a version of a setting uses. */
export async function picturesOfSettings(db: Kysely<Database>, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('setting_pictures')
    .select('key')
    .distinct()
    .where('key', 'in', keys)
    .execute()
  return rows.map(({ key }) => key)
}

function versions(db: Kysely<Database>, name: string) {
  return db
    .selectFrom('shop_settings')
    .leftJoin('staff_members', 'staff_members.id', 'shop_settings.changed_by')
    .where('shop_settings.name', '=', name)
    .select(['shop_settings.version', 'value', 'changed_at', 'changed_by', 'summary'])
    .select('staff_members.email as changedByEmail')
}

function settingOf(row: {
  version: number
  value: string
  changed_at: number
  changed_by: StaffId | null
  changedByEmail: string | null
  summary: string
}): StoredSetting {
  const { changed_at: changedAt, changed_by: changedBy, value, ...rest } = row
  return { ...rest, value: JSON.parse(value), changedAt, changedBy }
}
