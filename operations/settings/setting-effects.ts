import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import type { Setting } from '#domain/settings/setting.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { changeCategories } from './change-categories.ts'
import { checkPromotions } from './check-promotions.ts'
import type { SettingEffect } from './setting-effect.ts'

const EFFECTS: Readonly<Record<string, SettingEffect<never>>> = {
  [CATEGORIES_SETTING.name]: changeCategories,
  [PROMOTIONS.name]: checkPromotions,
}

/** What saving this setting changes elsewhere; undefined when nothing. */
export function effectOf<Value extends object>({ name }: Setting<Value>): SettingEffect<Value> | undefined {
  return EFFECTS[name] as SettingEffect<Value> | undefined
}
