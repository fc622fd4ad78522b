import * as v from 'valibot'
import { findSetting } from '#db/settings/settings.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { findTranslations, type TranslationsOf } from '#db/translations/translations.ts'
import type { Setting, SettingVersion } from '#domain/settings/setting.ts'

/** The announcements of changes: `Changes` of the shop. */
interface Announcements {
  listen(listener: (topic: string) => void): void
}

/** What owners have saved, as pages and emails read it. */
export interface ReadSettings {
  /** The latest version of a setting; version 0 is the fallback. The caller must not change it. */
  latest<Value extends object>(setting: Setting<Value>): Promise<SettingVersion<Value>>
  /** What was read last, without waiting for the database; the fallback when nothing was. */
  known<Value extends object>(setting: Setting<Value>): SettingVersion<Value>
  /** What is translated of everything but products; `known` is what was read last. */
  translations(language: string): { latest: Promise<TranslationsOf>; known: TranslationsOf }
}

/** What owners have saved, read once per process and again after each announced change. One per process. */
export class SavedSettings implements ReadSettings {
  readonly #database: Pick<ShopDatabase, 'db'>
  readonly #cached = new Map<string, Promise<SettingVersion<object>>>()
  readonly #known = new Map<string, { setting: Setting<object>; latest: SettingVersion<object> }>()
  readonly #translations = new Map<
    string,
    { latest: Promise<TranslationsOf> | null; known: TranslationsOf }
  >()

  constructor(database: Pick<ShopDatabase, 'db'>, changes: Announcements) {
    this.#database = database
    changes.listen((topic) => {
      if (topic === 'settings' || topic === '*') this.#readAgain()
    })
  }

  latest<Value extends object>(setting: Setting<Value>): Promise<SettingVersion<Value>> {
    const cached = this.#cached.get(setting.name) as Promise<SettingVersion<Value>> | undefined
    if (cached) return cached
    const { name } = setting
    const reading = readSetting(this.#database.db, setting)
    this.#cached.set(name, reading)
    reading.then(
      (latest) => {
        if (this.#cached.get(name) === reading) this.#known.set(name, { setting: setting as never, latest })
      },
      () => {
        if (this.#cached.get(name) === reading) this.#cached.delete(name)
      },
    )
    return reading
  }

  known<Value extends object>(setting: Setting<Value>): SettingVersion<Value> {
    const known = this.#known.get(setting.name)?.latest as SettingVersion<Value> | undefined
    return known ?? { version: 0, value: setting.fallback }
  }

  translations(language: string): { latest: Promise<TranslationsOf>; known: TranslationsOf } {
    const read = this.#translations.get(language) ?? { latest: null, known: new Map<string, never>() }
    this.#translations.set(language, read)
    if (read.latest === null) {
      const reading = findTranslations(this.#database.db, language)
      read.latest = reading
      reading.then(
        (known) => {
          if (read.latest === reading) read.known = known
        },
        () => {
          if (read.latest === reading) read.latest = null
        },
      )
    }
    return { latest: read.latest, known: read.known }
  }

  /** Reads again what was read before, so that `known` is soon up to date. */
  #readAgain(): void {
    this.#cached.clear()
    for (const [language, read] of this.#translations) {
      read.latest = null
      this.translations(language)
    }
    for (const { setting } of this.#known.values()) void this.latest(setting).catch(() => {})
  }
}

/** The latest version of a setting, from the database. Throws when it is not what the schema accepts. */
export async function readSetting<Value extends object>(
  db: ShopDatabase['db'],
  setting: Setting<Value>,
): Promise<SettingVersion<Value>> {
  const stored = await findSetting(db, setting.name)
  if (stored === null) return { version: 0, value: setting.fallback }
  const parsed = v.safeParse(setting.schema, stored.value)
  if (parsed.success) return { version: stored.version, value: parsed.output }
  throw new Error(`Version ${stored.version} of the setting ${setting.name} cannot be read`)
}
