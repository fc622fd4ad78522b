import { setImmediate } from 'node:timers/promises'
import { transact } from '#db/engine/transact.ts'
import { findImports, updateImport } from '#db/import/imports.ts'
import { findCategory, MAX_CATEGORY_LENGTH, type ShopCategory } from '#domain/catalog/category.ts'
import { SIZES } from '#domain/catalog/size.ts'
import type { ImportId, ProductId } from '#domain/ids.ts'
import type { ImportResult, ImportTrial, ProductImport } from '#domain/import/import.ts'
import { addedHeadings, unusedHeadings } from '#domain/import/import-table.ts'
import type { ImportNote } from '#domain/import/listing.ts'
import { roleOf, type ImportMapping } from '#domain/import/mapping.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { saveSetting, type SettingEditor } from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { trySubscribers } from './import-subscribers.ts'
import { draftOf, isSame, nameOf, obstacleOf, pictureObstacle } from './import-product.ts'
import { openArchive } from './picture-archive.ts'
import { planBatch } from './plan-batch.ts'

const BATCH_SIZE = 100
/** More would not help whoever corrects the file; the report of the import has them all. */
const MAX_RESULTS = 100

/** An import, if there is one. */
export async function readImport({ database: { db } }: Shop, id: ImportId): Promise<ProductImport | null> {
  return (await findImports(db, { id }))[0] ?? null
}

/** The newest imports. */
export async function readImports({ database: { db } }: Shop): Promise<ProductImport[]> {
  return findImports(db, {})
}

/** What importing a file would do with this mapping, which is kept. Writes nothing else. Null: it has begun. */
export async function tryImport(
  shop: Shop,
  id: ImportId,
  mapping: ImportMapping,
): Promise<ImportTrial | null> {
  const { db } = shop.database
  if (!(await updateImport(db, id, { from: ['ready'], mapping }))) return null
  const current = (await readImport(shop, id))!
  const counts = { made: 0, changed: 0, same: 0, wrong: 0 }
  const results: ImportResult[] = []
  const options = new Map<string, string>()
  const named = new Set<string>()
  const needed = new Map<string, Set<string>>()
  const lines = new Map<ProductId, number>()
  const tell = (result: ImportResult) => {
    if (result.outcome in counts) counts[result.outcome as keyof typeof counts] += 1
    if (result.notes.length > 0 && results.length < MAX_RESULTS) results.push(result)
  }
  const unused = unusedHeadings(current.headings)
  if (current.brings === 'subscribers') {
    for await (const batch of trySubscribers(shop, current)) {
      batch.forEach(tell)
      await setImmediate()
    }
    return { counts, results, categories: [], options: [], named: [], locations: [], unused, archive: null }
  }
  const categories = await readCategories(shop)
  const archive = await openArchive(shop, id)
  archive?.close()
  const used = new Set<string>()
  for (let from = 0; from < current.listed; from += BATCH_SIZE) {
    for (const { line: first, name: told, ...plan } of await planBatch(shop, current, categories, [
      from,
      from + BATCH_SIZE,
    ])) {
      const { products, faults, notes } = plan
      for (const name of plan.options)
        if (name !== 'Title' && name !== '') options.set(name.toLowerCase(), name)
      if (plan.category !== null) named.add(plan.category)
      if (faults.length > 0) {
        tell({ line: first, outcome: 'wrong', name: told, notes: [...faults, ...notes] })
        continue
      }
      for (const [part, planned] of products.entries()) {
        const { match, draft, line } = planned
        const id = match ?? planned.id
        const before = match === null ? null : await shop.catalog.find(match, { archivedToo: true })
        const earlier = lines.get(id)
        lines.set(id, earlier ?? line)
        const obstacle =
          earlier === undefined
            ? await obstacleOf(shop, current, before, planned)
            : `Line ${earlier} of this file is the same product: its handle or a code is there twice.`
        const unfound = planned.pictures.flatMap(({ address, line: at }): ImportNote[] => {
          const found = archive?.find(address) ?? null
          if (found !== null && found !== 'ambiguous') used.add(found.fileName)
          const message = pictureObstacle(archive, address)
          return message === null ? [] : [{ line: at, column: address, message }]
        })
        const own = { line, name: nameOf(planned), notes: [...(part === 0 ? notes : []), ...unfound] }
        if (obstacle !== null) {
          tell({ ...own, outcome: 'wrong', notes: [...own.notes, { line, column: '', message: obstacle }] })
          continue
        }
        if (planned.edit === undefined) {
          const sizes = needed.get(draft.category) ?? new Set()
          needed.set(draft.category, sizes)
          for (const { size } of draft.giftAmounts === '' ? draft.sizes : []) sizes.add(size)
        }
        const isHere = before !== null && isSame(before, draftOf(planned, before, before.pictures, mapping))
        tell({ ...own, outcome: before === null ? 'made' : isHere ? 'same' : 'changed' })
      }
    }
    await setImmediate()
  }
  return {
    counts,
    results,
    categories: additionsOf(categories, needed),
    options: [...options.values()].map((name) => ({
      name,
      role: roleOf(name, mapping),
    })),
    named: [...named].toSorted(),
    locations: addedHeadings(current.headings),
    unused,
    archive: archive && { files: archive.count, used: used.size },
  }
}

/** The categories and sizes that the shop lacks. */
function additionsOf(
  categories: readonly ShopCategory[],
  needed: ReadonlyMap<string, ReadonlySet<string>>,
): ImportTrial['categories'] {
  return [...needed].flatMap(([value, sizes]) => {
    const known = findCategory(categories, value)
    const added = [...sizes].filter((size) => !known?.sizes.includes(size)).toSorted(bySize)
    return known !== undefined && added.length === 0
      ? []
      : [{ label: known?.label ?? value, isNew: known === undefined, sizes: added }]
  })
}

const SIZE_ORDER = ['XXS', ...SIZES, '3XL', 'XXXL', '4XL', '5XL'] as readonly string[]

/** Letters from small to large, then numbers, then others as they come. */
function bySize(one: string, other: string): number {
  const rank = (size: string) => {
    const at = SIZE_ORDER.indexOf(size.toUpperCase())
    return at >= 0 ? at : SIZE_ORDER.length + (/^\d/.test(size) ? Number.parseFloat(size) : 1_000_000)
  }
  return rank(one) - rank(other)
}

/** Why an import does not begin. `categories`: only an owner can add these. */
export type StartRefusal = { kind: 'not-possible' } | { kind: 'categories'; message: string }

/** Adds the categories and sizes that the file needs, and lets the import begin. */
export async function startImport(
  shop: Shop,
  current: ProductImport,
  editor: SettingEditor,
): Promise<{ kind: 'started' } | StartRefusal> {
  if (current.state === 'ready') {
    const trial = await tryImport(shop, current.id, current.mapping)
    if (trial === null) return { kind: 'not-possible' }
    const message = await addCategories(shop, trial.categories, editor)
    if (message !== null) return { kind: 'categories', message }
  }
  return transact(shop.database, async (tx) => {
    const { id, fileName: name } = current
    if (!(await updateImport(tx, id, { from: ['ready', 'paused'], state: 'running' })))
      return { kind: 'not-possible' }
    const action = current.brings === 'subscribers' ? 'subscribers-imported' : 'products-imported'
    await recordAudit(tx, shop, { action, subject: { id, name } })
    return { kind: 'started' }
  })
}

async function addCategories(
  shop: Shop,
  added: ImportTrial['categories'],
  editor: SettingEditor,
): Promise<string | null> {
  if (added.length === 0) return null
  const { version, value } = await shop.savedSettings.latest(CATEGORIES_SETTING)
  const grown = value.categories.map((one) => {
    const more = added.find(({ label, isNew }) => !isNew && label === one.label)
    return more ? { ...one, sizes: [...one.sizes, ...more.sizes] } : one
  })
  const made = added
    .filter(({ isNew }) => isNew)
    .map(({ label, sizes }) => ({
      value: label.slice(0, MAX_CATEGORY_LENGTH),
      label,
      sizes: sizes.length > 0 ? sizes : ['One size'],
      hidden: false,
    }))
  const saved = await saveSetting(
    shop,
    CATEGORIES_SETTING,
    { version, value: { categories: [...grown, ...made] } },
    editor,
  )
  if (saved.kind === 'saved') return null
  const names = added.map(({ label }) => label).join(', ')
  if (saved.kind === 'not-permitted')
    return `Only an owner can add categories and sizes: ${names}. Choose categories that are there, or ask an owner to import.`
  if (saved.kind === 'invalid')
    return saved.issues[0]?.message ?? `These categories cannot be added: ${names}.`
  return saved.kind === 'not-possible' ? saved.message : 'Somebody else changed the categories. Try again.'
}
