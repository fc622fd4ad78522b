import { findTranslationsOf, type TranslationsOf } from '#db/translations/translations.ts'
import type { ListedProduct } from '#domain/catalog/listed-product.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Setting, SettingVersion } from '#domain/settings/setting.ts'
import {
  cardPictureThrough,
  inTranslation,
  productThrough,
  settingThrough,
} from '#domain/translations/own-texts.ts'
import { productSubject } from '#domain/translations/translation.ts'
import type { ReadSettings } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'
import { ownLanguage } from '#words/languages.ts'

/** The shop of each view, and its views by language. */
const views = new WeakMap<Shop, Map<string, Shop>>()
const seen = new WeakMap<Shop, Shop>()

/**
 * The shop as a page or an email in a language shows it: whatever is read of its catalogue and its settings has the
 * owner's texts in that language, and in the shop's own where they are missing. What is written is never taken from it.
 */
export function shopInLanguage(shop: Shop, language: string): Shop {
  const own = seen.get(shop) ?? shop
  if (language === ownLanguage(own) || !own.languages.has(language)) return own
  const known = views.get(own) ?? new Map<string, Shop>()
  views.set(own, known)
  const parts = known.get(language) ?? {
    savedSettings: settingsIn(own, language),
    catalog: catalogIn(own, language),
  }
  // One object for each language, so that what is remembered for a shop lasts; suppliers may be others by now.
  const view = Object.assign(known.get(language) ?? {}, own, {
    savedSettings: parts.savedSettings,
    catalog: parts.catalog,
  })
  known.set(language, view)
  seen.set(view, own)
  return view
}

/** The same shop with the owner's texts as they were written. */
export function shopAsWritten<Part extends Partial<Shop>>(shop: Part): Part {
  return (seen.get(shop as never) as unknown as Part | undefined) ?? shop
}

function settingsIn({ savedSettings: own }: Shop, language: string): ReadSettings {
  const made = new WeakMap<TranslationsOf, WeakMap<object, object>>()
  /** Translated once, for as long as neither the value nor its translations change. */
  function inLanguage<Value extends object>(
    setting: Setting<Value>,
    { version, value }: SettingVersion<Value>,
    translations: TranslationsOf,
  ): SettingVersion<Value> {
    if (translations.size === 0) return { version, value }
    const values = made.get(translations) ?? new WeakMap<object, object>()
    made.set(translations, values)
    const translated =
      values.get(value) ?? inTranslation((begin) => settingThrough(setting, value, begin), translations)
    values.set(value, translated)
    return { version, value: translated as Value }
  }
  return {
    async latest(setting) {
      const [version, translations] = await Promise.all([
        own.latest(setting),
        own.translations(language).latest,
      ])
      return inLanguage(setting, version, translations)
    },
    known: (setting) => inLanguage(setting, own.known(setting), own.translations(language).known),
    translations: (other) => own.translations(other),
  }
}

function catalogIn({ catalog, database, savedSettings }: Shop, language: string): Shop['catalog'] {
  async function translationsOf(ids: readonly string[]): Promise<TranslationsOf> {
    const [shared, ofProducts] = await Promise.all([
      savedSettings.translations(language).latest,
      findTranslationsOf(database.db, language, ids.map(productSubject)),
    ])
    return new Map([...shared, ...ofProducts])
  }
  async function products<One extends Product>(found: readonly One[]): Promise<One[]> {
    const translations = await translationsOf(found.map(({ id }) => id))
    return found.map((one) => inTranslation((begin) => productThrough(one, begin), translations))
  }
  async function cards(found: readonly ListedProduct[]): Promise<ListedProduct[]> {
    const translations = await translationsOf(found.map(({ id }) => id))
    return found.map((one) =>
      inTranslation(
        (begin) => ({
          ...productThrough(one, begin),
          picture: cardPictureThrough(one.id, one.picture, begin),
        }),
        translations,
      ),
    )
  }
  const read: Partial<Shop['catalog']> = {
    async list(query) {
      const page = await catalog.list(query)
      return { ...page, products: await products(page.products) }
    },
    async listed(query) {
      const page = await catalog.listed(query)
      return { ...page, products: await cards(page.products) }
    },
    async find(id, options) {
      const found = await catalog.find(id, options)
      return found && ((await products([found]))[0] ?? null)
    },
    findMany: async (ids) => products(await catalog.findMany(ids)),
    siblings: async (product, limit) => products(await catalog.siblings(product, limit)),
    related: async (product, limit) => cards(await catalog.related(product, limit)),
  }
  return new Proxy(catalog, {
    get(own, name) {
      const translated = Reflect.get(read, name) as unknown
      if (translated !== undefined) return translated
      const value = Reflect.get(own, name) as unknown
      return typeof value === 'function' ? (value.bind(own) as unknown) : value
    },
  })
}
