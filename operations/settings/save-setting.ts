import * as v from 'valibot'
import { transact } from '#db/engine/transact.ts'
import { appendSetting, recordSettingPictures } from '#db/settings/settings.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import { settingDifferences } from '#domain/audit/setting-differences.ts'
import type { StaffId } from '#domain/ids.ts'
import {
  changedFields,
  pictureKeys,
  type Setting,
  type SettingField,
  type SettingVersion,
  labelsOf,
} from '#domain/settings/setting.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'
import type { SettingProblem, SettingEffect } from './setting-effect.ts'
import { readSettingVersion } from './read-setting-history.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { HOME_PAGE } from '#domain/settings/home-page.ts'
import { MENUS } from '#domain/settings/menus.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { CHARGED_CURRENCY } from '#domain/settings/currency.ts'
import { changeCurrency } from './charge-currency.ts'
import { changeCategories } from './change-categories.ts'
import { checkPromotions } from './check-promotions.ts'
import { checkCollections } from './shop-collections.ts'
import { checkHomePage } from './home-products.ts'
import { checkMenus } from './shop-menus.ts'
import { scheduleDrops } from './schedule-drops.ts'
import { protectPictures } from '#operations/protect-pictures.ts'

/** Who changes a setting. */
export interface SettingEditor {
  memberId: StaffId
  permissions: readonly Permission[]
}

/** A value to save. `version`: the one that the owner saw; 0 where nothing was saved. */
export interface SettingChange {
  version: number
  value: unknown
}

/** The setting as saved, or why it was not saved. */
export type SettingOutcome<Value> =
  | ({ kind: 'saved' } & SettingVersion<Value>)
  | { kind: 'not-permitted' }
  | { kind: 'invalid'; issues: readonly v.BaseIssue<unknown>[] }
  /** Valid, but in conflict with the data of the shop: a category that has products was to be removed. */
  | ({ kind: 'not-possible' } & SettingProblem)
  /** Another owner saved first: nothing was written, and `current` is that version. */
  | { kind: 'changed-meanwhile'; current: SettingVersion<Value> }
  /** There is no such version to go back to. */
  | { kind: 'unknown-version' }
  /** The rules of the setting refuse the value. */
  | { kind: 'refused' }

/** What is special about a setting. `action`: what the audit trail calls a change of it. */
export interface SettingRules<Value> {
  action?: AuditAction
  /** What the history says of a change, in place of the fields that differ. */
  summary?: (before: Value, after: Value) => string
  /** Whether the editor may not save this value. */
  refuses?: (value: Value) => boolean
}

type Deps = Pick<Shop, 'author' | 'changes' | 'database' | 'images' | 'now' | 'savedSettings'>

/** Saves a new version of a setting. A value that changes nothing makes no version. */
export async function saveSetting<Value extends object>(
  shop: Deps,
  setting: Setting<Value>,
  { version, value }: SettingChange,
  editor: SettingEditor,
  rules: SettingRules<Value> = {},
): Promise<SettingOutcome<Value>> {
  const parsed = v.safeParse(setting.schema, value)
  if (!parsed.success) return { kind: 'invalid', issues: parsed.issues }
  return write(shop, { setting, rules }, version, editor, { value: parsed.output, of: null })
}

/** Saves an older version again, as the newest one. `to` 0: the default. */
export async function undoSetting<Value extends object>(
  shop: Deps,
  setting: Setting<Value>,
  { version, to }: { version: number; to: number },
  editor: SettingEditor,
  rules: SettingRules<Value> = {},
): Promise<SettingOutcome<Value>> {
  const chosen = await readSettingVersion(shop, setting, to) // it never changes
  return write(shop, { setting, rules }, version, editor, chosen && { value: chosen.value, of: to })
}

/** `of`: the older version that the value is taken from. */
async function write<Value extends object>(
  shop: Deps,
  { setting, rules }: { setting: Setting<Value>; rules: SettingRules<Value> },
  version: number,
  { memberId, permissions }: SettingEditor,
  chosen: { value: Value; of: number | null } | null,
): Promise<SettingOutcome<Value>> {
  if (!permissions.includes(setting.permission ?? 'settings.write')) return { kind: 'not-permitted' }
  if (chosen === null) return { kind: 'unknown-version' }
  const gone = await protectSettingPictures(shop, setting, chosen.value)
  if (gone !== null) return { kind: 'not-possible', ...gone }
  const { changes, database, savedSettings } = shop
  const outcome = await transact(database, async (tx): Promise<SettingOutcome<Value>> => {
    const current = await readSetting(tx, setting)
    const changed = changedFields(setting, current.value, chosen.value)
    if (current.version !== version) return { kind: 'changed-meanwhile', current }
    if (rules.refuses?.(chosen.value)) return { kind: 'refused' }
    if (changed === '') return { kind: 'saved', ...current }
    const says = rules.summary?.(current.value, chosen.value) ?? changed
    const summary = chosen.of === null ? says : undoWords(chosen.of)
    const { value } = chosen
    const problem = await effectOf(setting)?.(tx, current.value, value, shop.now())
    if (problem) throw new NotPossible(problem)
    const isWritten = await appendSetting(tx, setting.name, version, {
      value,
      changedAt: shop.now(),
      changedBy: memberId,
      summary,
    })
    if (!isWritten) return { kind: 'changed-meanwhile', current: await readSetting(tx, setting) }
    await recordSettingPictures(tx, setting.name, [
      ...new Set(pictureKeys(setting, value).map(([, key]) => key)),
    ])
    const { name, label } = setting
    await recordAudit(tx, shop, {
      action: rules.action ?? 'setting-changed',
      subject: { id: name, name: label },
      changes: settingDifferences(setting, current.value, value),
    })
    return { kind: 'saved', version: version + 1, value }
  }).catch((error: unknown): SettingOutcome<Value> => {
    if (error instanceof NotPossible) return { kind: 'not-possible', ...error.problem }
    throw error
  })
  if (outcome.kind === 'saved' && outcome.version !== version) {
    await changes.publish('settings')
    await savedSettings.latest(setting)
  }
  return outcome
}

/** Rolls the transaction back. */
class NotPossible extends Error {
  readonly problem: SettingProblem

  constructor(problem: SettingProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** What restoring a version is called in the history. */
export function undoWords(version: number): string {
  return version === 0 ? 'Restored the default' : `Restored version ${version}`
}

const EFFECTS: Readonly<Record<string, SettingEffect<never>>> = {
  [CATEGORIES_SETTING.name]: changeCategories,
  [PROMOTIONS.name]: checkPromotions,
  [DROPS.name]: scheduleDrops,
  [CHARGED_CURRENCY.name]: changeCurrency,
  [HOME_PAGE.name]: checkHomePage,
  [MENUS.name]: checkMenus,
  [COLLECTIONS.name]: checkCollections,
}

/** What saving this setting changes elsewhere; undefined when nothing. */
function effectOf<Value extends object>({ name }: Setting<Value>): SettingEffect<Value> | undefined {
  return EFFECTS[name] as SettingEffect<Value> | undefined
}

/**
 * Marks the new pictures and films of a value before it is written, so that the sweep keeps them. Returns a problem if
 * one of them is no longer stored. Those of the current value are not checked, so that text can be changed while the
 * store is down.
 */
async function protectSettingPictures<Value extends object>(
  shop: Pick<Shop, 'database' | 'images' | 'now' | 'savedSettings'>,
  setting: Setting<Value>,
  value: Value,
): Promise<SettingProblem | null> {
  if (setting.pictures === undefined) return null
  const had = new Set(
    pictureKeys(setting, (await shop.savedSettings.latest(setting)).value).map(([, key]) => key),
  )
  const brought = pictureKeys(setting, value).filter(([, key]) => !had.has(key))
  for (const [field] of brought) {
    const small = tooSmallWords(setting.fields[field], value[field])
    if (small !== null) return { field, message: small }
  }
  const gone = new Set(
    await protectPictures(
      shop,
      brought.map(([, key]) => key),
    ),
  )
  const [field] = brought.find(([, key]) => gone.has(key)) ?? []
  if (field === undefined) return null
  return { field, message: `${labelsOf(setting)[field]}: this file is no longer stored. Upload it again.` }
}

/** Why a new picture cannot be shown; null when it can. */
function tooSmallWords(field: string | SettingField, picture: unknown): string | null {
  if (typeof field === 'string' || field.least === undefined) return null
  const { width, height } = picture as { width: number; height: number }
  const { label, least } = field
  if (width >= least) return null
  return `${label}: this image has ${width} × ${height} pixels, and needs at least ${least} in width. Upload a larger one.`
}
