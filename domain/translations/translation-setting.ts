import * as v from 'valibot'
import type { Setting } from '#domain/settings/setting.ts'
import { settingLine, settingLines } from '#domain/settings/setting-text.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import type { OwnText, TextKind, Translation } from './translation.ts'

/** The most that any text may have, in characters. */
export const MAX_TRANSLATION = 20_000

/** The longest name of a field or of a subject. */
export const MAX_FIELD = 300

/** A translation as it is sent and stored. Whether the shop has its field, and how long it may be, is checked later. */
export const translationSchema = v.object({
  field: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_FIELD)),
  text: v.pipe(v.string(), v.maxLength(MAX_TRANSLATION)),
  source: v.pipe(v.string(), v.maxLength(MAX_TRANSLATION)),
})

/** The translations of a subject as a setting: its versions are kept beside those of all others. */
export function translationSetting(
  language: string,
  subject: string,
): Setting<{ texts: readonly Translation[] }> {
  return {
    name: `translation ${language} ${subject}`,
    label: 'Translation',
    schema: v.object({ texts: v.array(translationSchema) }),
    fallback: { texts: [] },
    fields: { texts: 'Texts' },
  }
}

/** A translation as it is stored, or why it cannot be saved. */
export function readTranslation(
  { most, isLong }: Pick<OwnText, 'most' | 'isLong'>,
  typed: string,
): { text: string; fault: null } | { fault: string } {
  const parsed = v.safeParse(isLong ? settingLines(most) : settingLine(most), typed)
  return parsed.success ? { text: parsed.output, fault: null } : { fault: parsed.issues[0].message }
}

/** Who may translate a kind of thing: whoever may write it. */
export const MAY_TRANSLATE: Readonly<Record<TextKind, Permission>> = {
  product: 'products.write',
  colors: 'products.write',
  category: 'settings.write',
  'size-charts': 'products.write',
  collection: 'products.write',
  page: 'settings.write',
  drop: 'products.write',
  promotion: 'promotions.write',
  'home-page': 'settings.write',
  menus: 'settings.write',
  announcement: 'settings.write',
  policies: 'settings.write',
  shipping: 'settings.write',
  returns: 'settings.write',
  mails: 'settings.write',
  contact: 'settings.write',
}
