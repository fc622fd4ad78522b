import {
  findFetched,
  findWrittenLine,
  forgetFetched,
  insertResult,
  recordFetched,
  type StoredResult,
} from '#db/import/imports.ts'
import { inOrderOfCategory } from '#domain/catalog/product-form.ts'
import { PRODUCT_FIELDS } from '#domain/catalog/product-fields.ts'
import type { Product, ProductDraft } from '#domain/catalog/product.ts'
import { stockOfSizes } from '#domain/catalog/size.ts'
import type { ProductId } from '#domain/ids.ts'
import type { ProductImport } from '#domain/import/import.ts'
import type { ImportNote } from '#domain/import/listing.ts'
import type { PlannedProduct } from '#domain/import/plan-products.ts'
import { pick } from '#domain/record-of.ts'
import { saveProduct, type SaveProductRefusal } from '#operations/catalog/save-product.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import type { StoredPicture } from '#providers/images/image-store.ts'
import { PICTURE_REFUSALS, storePictureFrom, type FetchPicture } from './fetch-picture.ts'
import { archivedAddress, type PictureArchive } from './picture-archive.ts'

const MAX_ATTEMPTS = 3

/** One product to import, and its place in the file. */
interface ProductToImport {
  position: number
  part: number
  planned: PlannedProduct & { match: ProductId | null }
  notes: readonly ImportNote[]
}

/**
 * Writes one product of a file, with its result in the same transaction: however often the import is killed, each
 * product is written once. Its pictures are fetched first; one that cannot be is named, and the product is written
 * without it.
 */
export async function importProduct(
  shop: Shop,
  current: ProductImport,
  { position, part, planned, notes }: ProductToImport,
  sources: PictureSources,
): Promise<void> {
  const { db } = shop.database
  const result = (rest: Pick<StoredResult, 'outcome'> & Partial<StoredResult>): StoredResult => ({
    position,
    part,
    line: planned.line,
    productId: null,
    name: nameOf(planned),
    notes,
    version: null,
    before: null,
    seen: null,
    ...rest,
  })
  const wrong = (message: string) =>
    insertResult(
      db,
      current.id,
      result({ outcome: 'wrong', notes: [...notes, { line: planned.line, column: '', message }] }),
    )
  for (let attempt = 1; ; attempt += 1) {
    const before = await shop.catalog.find(planned.match ?? planned.id, { archivedToo: true })
    const obstacle = await obstacleOf(shop, current, before, planned)
    if (obstacle !== null) return wrong(obstacle)
    const gathered = await gatherPictures(shop, current, { planned, before }, sources)
    const told = { notes: [...notes, ...gathered.notes] }
    const categories = await readCategories(shop)
    const draft = inOrderOfCategory(draftOf(planned, before, gathered.pictures, current.mapping), categories)
    if (before !== null && isSame(before, draft)) {
      return insertResult(db, current.id, result({ ...told, outcome: 'same', productId: before.id }))
    }
    const saved = await saveProduct(shop, {
      id: before?.id ?? planned.id,
      ...(before && { version: before.version, seen: before }),
      draft,
      origin: { by: shop.author?.email ?? 'system', reason: 'imported' },
      alongside: (tx, productId, { before: old }) =>
        insertResult(
          tx,
          current.id,
          result({
            ...told,
            outcome: old === null ? 'made' : 'changed',
            productId,
            version: (before?.version ?? 0) + 1,
            before: old,
            seen: pick(draft, ['stock', 'sizes']),
          }),
        ),
    })
    if (!('kind' in saved)) return
    if (saved.kind === 'pictures-gone') await forgetFetched(db, saved.keys)
    if (attempt === MAX_ATTEMPTS || !MAY_BE_REPEATED.has(saved.kind)) return wrong(refusalWords(saved))
  }
}

const MAY_BE_REPEATED: ReadonlySet<SaveProductRefusal['kind']> = new Set([
  'pictures-gone',
  'changed-meanwhile',
  'id-taken',
  'not-found',
])

function refusalWords(refusal: SaveProductRefusal): string {
  switch (refusal.kind) {
    case 'code-taken':
      return `Another product, ${refusal.taken.by.name}, has the ${refusal.taken.code === 'sku' ? 'SKU' : 'barcode'} ${refusal.taken.value}.`
    case 'no-such-chart':
      return 'Its size chart was removed meanwhile.'
    case 'no-such-category':
      return 'Its category was removed meanwhile.'
    case 'pictures-gone':
      return 'Its images could not be kept.'
    default:
      return 'Somebody else changed this product at the same time.'
  }
}

/** Why a product cannot be written, whatever the file says; null: it can. */
export async function obstacleOf(
  { database: { db } }: Pick<Shop, 'database'>,
  { id }: Pick<ProductImport, 'id'>,
  before: Pick<Product, 'archivedAt' | 'id'> | null,
  { edit }: Pick<PlannedProduct, 'edit'>,
): Promise<string | null> {
  if (before === null) return edit === undefined ? null : 'This product is not here any more.'
  if (before.archivedAt !== null) return 'This product was deleted here. Restore it, then import it again.'
  const line = await findWrittenLine(db, id, before.id)
  return line === null
    ? null
    : `Line ${line} of this file is the same product: its handle or a code is there twice.`
}

/** A product as staff recognise it: with its colour. */
export function nameOf({ draft: { name, color } }: PlannedProduct): string {
  return color === '' ? name : `${name}, ${color}`
}

/** What is written: the fields that the file says something of, over those that are there. */
export function draftOf(
  { draft, fields, edit }: PlannedProduct,
  before: Product | null,
  pictures: ProductDraft['pictures'],
  { replacesCounts }: ProductImport['mapping'],
): ProductDraft {
  if (before === null) return { ...draft, pictures }
  if (edit !== undefined) return edit(before)
  const told = pick(draft, fields)
  const keepsCounts = !replacesCounts || !fields.includes('stock')
  const sizes = draft.sizes.map(({ size, stock }) => {
    const known = before.sizes.find((one) => one.size === size)
    return { size, stock: keepsCounts && known ? known.stock : stock }
  })
  const stock = stockOfSizes(sizes) ?? (keepsCounts ? before.stock : draft.stock)
  return {
    ...pick(before, PRODUCT_FIELDS),
    ...told,
    sizes,
    stock,
    codes: draft.codes,
    pictures: pictures.length > 0 ? pictures : before.pictures,
  }
}

/** Whether a product has all of this already. */
export function isSame(before: Product, draft: ProductDraft): boolean {
  const simple = PRODUCT_FIELDS.filter((field) => !['codes', 'pictures', 'sizes'].includes(field))
  const text = (fields: ProductDraft | Product) =>
    JSON.stringify([
      pick(fields, simple),
      fields.pictures.map((picture) => Object.entries(picture).toSorted()),
      fields.sizes.map(({ size, stock }) => [size, stock]),
    ])
  return (
    text(before) === text(draft) &&
    draft.codes.every(({ size, sku, barcode, bin }) => {
      const known = before.codes.find((one) => one.size === size)
      return known?.sku === sku && known.barcode === barcode && (bin === undefined || known.bin === bin)
    })
  )
}

/** Where the pictures of a file are: in a ZIP file beside it, or at their addresses. */
export interface PictureSources {
  archive: PictureArchive | null
  fetchPicture: FetchPicture
}

/** Why the picture of an address cannot be looked for; null: it can. */
export function pictureObstacle(archive: PictureArchive | null, address: string): string | null {
  const found = archive?.find(address) ?? null
  if (found === 'ambiguous') return 'Several files of the ZIP file have this name.'
  if (found !== null || URL.canParse(address)) return null
  return archive === null
    ? 'This is the name of a file. Add a ZIP file that has the images.'
    : 'The ZIP file has no such file.'
}

/** The pictures of a product, fetched where they are not here yet. Those that cannot be had are named. */
async function gatherPictures(
  shop: Shop,
  { mapping }: ProductImport,
  { planned, before }: { planned: PlannedProduct; before: Product | null },
  { archive, fetchPicture }: PictureSources,
): Promise<{ pictures: ProductDraft['pictures']; notes: ImportNote[] }> {
  const notes: ImportNote[] = []
  const pictures: ProductDraft['pictures'] = []
  const { db } = shop.database
  const sought = planned.pictures.map((one) => {
    const found = archive?.find(one.address) ?? null
    const entry = found === 'ambiguous' ? null : found
    return { ...one, entry, knownAs: entry === null ? one.address : archivedAddress(entry) }
  })
  const known = await findFetched(
    db,
    sought.map(({ knownAs }) => knownAs),
  )
  for (const { address, alt, line, entry, knownAs } of sought) {
    const own = before?.pictures.find(({ key }) => address.includes(key))
    let picture: StoredPicture | undefined = own ?? known.get(knownAs)
    const obstacle = picture === undefined ? pictureObstacle(archive, address) : null
    if (obstacle !== null) notes.push({ line, column: address, message: obstacle })
    else if (picture === undefined && (entry !== null || mapping.pictures)) {
      const fetch = entry === null ? fetchPicture : () => archive!.read(entry)
      const stored = await storePictureFrom(shop, address, fetch)
      if ('kind' in stored) {
        const message =
          stored.kind === 'unreachable' ? stored.message : `The image ${PICTURE_REFUSALS[stored.kind]}`
        notes.push({ line, column: address, message })
      } else {
        await recordFetched(db, knownAs, stored, shop.now())
        picture = stored
      }
    }
    if (picture && !pictures.some(({ key }) => key === picture.key))
      pictures.push({ ...pick(picture, ['key', 'width', 'height', 'placeholder']), alt })
  }
  // Staff may have added others here; those of the file are not brought back.
  if (before !== null && before.pictures.length > 0 && notes.length > 0) return { pictures: [], notes }
  return { pictures, notes }
}
