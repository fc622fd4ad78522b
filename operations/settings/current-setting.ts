import type { Tx } from '#db/engine/transact.ts'
import { withVariables, type Setting, type SettingVersion } from '#domain/settings/setting.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'

type Settings = Pick<Shop, 'savedSettings' | 'settings'>

/**
 * The value of a setting: of the environment where a variable is set, else what owners saved, else the fallback. From
 * the memory of the process, or within `tx` from the database.
 */
export async function currentSetting<Value extends object>(
  shop: Settings,
  setting: Setting<Value>,
  tx?: Tx,
): Promise<Value> {
  return (await currentVersion(shop, setting, tx)).value
}

/** The same with its version; 0 until an owner saves one. */
export async function currentVersion<Value extends object>(
  { savedSettings, settings }: Settings,
  setting: Setting<Value>,
  tx?: Tx,
): Promise<SettingVersion<Value>> {
  const { version, value } = await (tx ? readSetting(tx, setting) : savedSettings.latest(setting))
  return { version, value: withVariables(setting, value, settings.variables) }
}

/** The value as far as it is known without waiting for the database, which may be down. */
export function cachedSetting<Value extends object>(shop: Settings, setting: Setting<Value>): Value {
  return cachedVersion(shop, setting).value
}

/** The same with its version. */
export function cachedVersion<Value extends object>(
  { savedSettings, settings }: Settings,
  setting: Setting<Value>,
): SettingVersion<Value> {
  const { version, value } = savedSettings.known(setting)
  return { version, value: withVariables(setting, value, settings.variables) }
}

/** The current version, or the last known one when the database cannot be read: for what is shown even then. */
export async function versionToShow<Value extends object>(
  shop: Settings,
  setting: Setting<Value>,
): Promise<SettingVersion<Value>> {
  try {
    return await currentVersion(shop, setting)
  } catch {
    return cachedVersion(shop, setting)
  }
}

/** The same without its version. */
export async function settingToShow<Value extends object>(
  shop: Settings,
  setting: Setting<Value>,
): Promise<Value> {
  return (await versionToShow(shop, setting)).value
}
