import * as v from 'valibot'
import { countProductsOf, lockCategories, moveProducts, orderSizes } from '#db/catalog/categories.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { settingDifferences } from '#domain/audit/setting-differences.ts'
import { findCategory, type Category } from '#domain/catalog/category.ts'
import type { StaffId } from '#domain/ids.ts'
import { CATEGORIES_SETTING, MAX_FORMER } from '#domain/settings/categories.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { HOME_PAGE } from '#domain/settings/home-page.ts'
import { MENUS } from '#domain/settings/menus.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { isSameData, type Setting } from '#domain/settings/setting.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { readSetting } from '#operations/saved-settings.ts'
import type { Shop } from '#operations/shop.ts'

/** What of the shop names a category. */
export interface CategoryUses {
  /** Deleted ones too. */
  products: number
  promotions: string[]
  collections: string[]
  /** The words of links. */
  links: string[]
  /** The headings of sections of the home page. */
  sections: string[]
}

/** What moved, or would move; why nothing can. */
export type MergeOutcome =
  | { kind: 'merged'; uses: CategoryUses }
  | { kind: 'changed-meanwhile' | 'no-such-category' | 'last-shown' }

interface Merge {
  /** Of the categories, as staff saw them. */
  version: number
  from: Category
  into: Category
  /** Only tells what would move. */
  isTrial: boolean
}

/** Moves everything that names one category to another one, and removes the first, in one step. */
export async function mergeCategories(
  shop: Pick<Shop, 'author' | 'changes' | 'database' | 'now'>,
  { version, from, into, isTrial }: Merge,
  changedBy: StaffId,
): Promise<MergeOutcome> {
  const outcome = await transact(shop.database, async (tx): Promise<MergeOutcome> => {
    if (!isTrial) await lockCategories(tx, 'change-them')
    const current = await readSetting(tx, CATEGORIES_SETTING)
    const { categories } = current.value
    if (current.version !== version) return { kind: 'changed-meanwhile' }
    const old = findCategory(categories, from)
    const other = findCategory(categories, into)
    if (old === undefined || other === undefined || from === into) return { kind: 'no-such-category' }
    const left = categories.filter((one) => one !== old)
    if (left.every(({ hidden }) => hidden)) return { kind: 'last-shown' }
    const uses = await usesOf(tx, from)
    if (isTrial) return { kind: 'merged', uses }
    await moveProducts(tx, from, into, shop.now())
    await orderSizes(tx, other)
    const summary = `${old.label} merged into ${other.label}`
    const write = async <Value extends object>(setting: Setting<Value>, change: (value: Value) => Value) => {
      const before = await readSetting(tx, setting)
      const value = v.parse(setting.schema, change(before.value))
      if (isSameData(before.value, value)) return
      const saved = { value, changedAt: shop.now(), changedBy, summary }
      if (!(await appendSetting(tx, setting.name, before.version, saved))) throw new ChangedMeanwhile()
      await recordAudit(tx, shop, {
        action: 'setting-changed',
        subject: { id: setting.name, name: setting.label },
        changes: settingDifferences(setting, before.value, value),
      })
    }
    const formerly = [...(other.formerly ?? []), old.value, ...(old.formerly ?? [])].slice(-MAX_FORMER)
    await write(CATEGORIES_SETTING, () => ({
      categories: left.map((one) => (one === other ? { ...one, formerly } : one)),
    }))
    await write(PROMOTIONS, (value) => renamed(value, from, into))
    await write(COLLECTIONS, (value) => renamed(value, from, into))
    await write(MENUS, (value) => renamed(value, from, into))
    await write(HOME_PAGE, (value) => renamed(value, from, into))
    return { kind: 'merged', uses }
  }).catch((error: unknown): MergeOutcome => {
    if (error instanceof ChangedMeanwhile) return { kind: 'changed-meanwhile' }
    throw error
  })
  if (outcome.kind === 'merged' && !isTrial) {
    await shop.changes.publish('settings')
    await shop.changes.publish('catalogue')
  }
  return outcome
}

/** Rolls everything back. */
class ChangedMeanwhile extends Error {}

async function usesOf(tx: Tx, category: Category): Promise<CategoryUses> {
  const products = (await countProductsOf(tx, [category])).get(category) ?? 0
  const { promotions } = (await readSetting(tx, PROMOTIONS)).value
  const { collections } = (await readSetting(tx, COLLECTIONS)).value
  const { header, footer } = (await readSetting(tx, MENUS)).value
  const { sections } = (await readSetting(tx, HOME_PAGE)).value
  const names = (one: object) => !isSameData(one, renamed(one, category, ''))
  return {
    products,
    promotions: promotions.filter(names).map(({ name }) => name),
    collections: collections.filter(names).map(({ name }) => name),
    links: [...header, ...footer].filter(names).map(({ label }) => label),
    sections: sections.filter(names).flatMap((one) => (one.kind === 'products' ? one.heading : [])),
  }
}

/** The same with another category in its lists of categories, in its category and in its links, each once. */
function renamed<Value>(value: Value, from: Category, into: Category): Value {
  const linkTo = (category: Category) => `/shop?${new URLSearchParams({ category })}`
  const copy = JSON.stringify(value, (key, held: unknown) => {
    if (key === 'categories' && Array.isArray(held))
      return [...new Set(held.map((one: unknown) => (one === from ? into : one)))]
    if (key === 'category' && held === from) return into
    return key === 'href' && held === linkTo(from) ? linkTo(into) : held
  })
  return JSON.parse(copy) as Value
}
