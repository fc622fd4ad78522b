import type { MirroredRecord } from '#db/catalog/mirrored-records.ts'
import {
  isSameValue,
  MIRRORED_FIELDS,
  mirroredContent,
  type MirroredContent,
  type MirroredField,
} from '#domain/catalog/mirrored-content.ts'
import { pick } from '#domain/record-of.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Shop } from '#operations/shop.ts'
import type { ContentSource, OutgoingContent, OutgoingPicture } from '#providers/content/content-source.ts'
import { fileNameOf, idsOfPictures } from './mirrored-pictures.ts'

/** What is written to a source, and with which addresses of pictures. */
export interface OutgoingContext {
  shop: Pick<Shop, 'images' | 'settings'>
  source: Pick<ContentSource, 'canFetch'>
}

/** The pending write to the source for a product, if any. */
export type DueWrite = 'add' | 'update' | 'remove'

/** The pending write for a product; null when both sides agree, or when staff must act first. */
export function dueWrite(giving: OutgoingContext, row: MirroredRecord, product: Product): DueWrite | null {
  if (product.archivedAt !== null) return hasRecord(row) || row.creatingAt !== null ? 'remove' : null
  if (row.recordId === null || row.gone) return isRefused(row, shopContent(row, product)) ? null : 'add'
  if (row.agreed === null || Object.keys(row.problem).length > 0) return null
  const changed = localChanges(giving, row, product)
  if (changed.length === 0) return null
  return isRefused(row, pick(shopContent(row, product), changed)) ? null : 'update'
}

function hasRecord({ recordId, agreed, gone }: MirroredRecord): boolean {
  return recordId !== null && agreed !== null && !gone
}

/** A refused write is not tried again until something else would be written. */
function isRefused({ refused }: MirroredRecord, values: object): boolean {
  return refused !== null && refused.values === JSON.stringify(values)
}

/** What is mirrored of the product, as the shop has it. */
export function shopContent({ agreed, pictures }: MirroredRecord, product: Product): MirroredContent {
  return mirroredContent(product, idsOfPictures(product.pictures, pictures, agreed?.pictures ?? []))
}

/** The fields that changed here alone, as far as the source can take them. */
export function localChanges(
  giving: OutgoingContext,
  row: MirroredRecord,
  product: Product,
): MirroredField[] {
  const ours = shopContent(row, product)
  return MIRRORED_FIELDS.filter((field) => {
    if (row.conflicts.includes(field) || isSameValue(ours[field], row.agreed?.[field])) return false
    return field !== 'pictures' || outgoingPictures(giving, product, ours.pictures) !== null
  })
}

/** Fields in the source's form. */
export function outgoingContent(
  giving: OutgoingContext,
  product: Product,
  { pictures, ...content }: Partial<MirroredContent>,
): OutgoingContent {
  const outgoing = pictures && outgoingPictures(giving, product, pictures)
  return { ...content, ...(outgoing && { pictures: outgoing }) }
}

/** Null when the source cannot fetch one of them, as from a shop that is not on the internet. */
function outgoingPictures(
  { shop, source }: OutgoingContext,
  product: Product,
  ids: readonly string[],
): OutgoingPicture[] | null {
  const outgoing = ids.map((id): OutgoingPicture => {
    if (!id.startsWith('+')) return { id }
    const key = id.slice(1)
    const width = product.pictures.find((picture) => picture.key === key)?.width ?? 0
    const path = shop.images.url(key, shop.images.widthsFor(width).at(-1) ?? 320, 'webp')
    return { link: new URL(path, shop.settings.publicUrl).href, filename: fileNameOf(key) }
  })
  return outgoing.every((picture) => 'id' in picture || source.canFetch(picture.link)) ? outgoing : null
}
