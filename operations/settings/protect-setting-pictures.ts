import { labelsOf, pictureKeys, type Setting } from '#domain/settings/setting.ts'
import { protectPictures } from '#operations/protect-pictures.ts'
import type { Shop } from '#operations/shop.ts'
import type { SettingProblem } from './setting-effect.ts'

/**
 * Marks the new pictures and films of a value before it is written, so that the sweep keeps them. Returns a problem if
 * one of them is no longer stored. Those of the current value are not checked, so that text can be changed while the
 * store is down.
 */
export async function protectSettingPictures<Value extends object>(
  shop: Pick<Shop, 'database' | 'images' | 'now' | 'savedSettings'>,
  setting: Setting<Value>,
  value: Value,
): Promise<SettingProblem | null> {
  if (setting.pictures === undefined) return null
  const had = new Set(pictureKeys(setting, (await shop.savedSettings.latest(setting)).value).values())
  const brought = [...pictureKeys(setting, value)].filter(([, key]) => !had.has(key))
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
