import type { MirroredRecord } from '#db/catalog/mirrored-records.ts'
import type { SourcePicture, SourceRecord } from '#domain/catalog/source-record.ts'
import { storePicture } from '#operations/catalog/store-picture.ts'
import { PicturesBusy, type PictureRefusal } from '#providers/images/image-store.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import type { Mirror } from './mirror.ts'
import type { PictureLinks } from './mirrored-pictures.ts'

/** After this many failed downloads, the other pictures wait for the next round. */
const MAX_FAILURES = 5

const REFUSALS: Record<PictureRefusal['kind'], string> = {
  'not-a-picture': 'is not an image the shop can read. Use JPEG, PNG, WebP or AVIF.',
  'heic-picture': 'is a HEIC photo, which browsers cannot show. Use JPEG.',
  'too-many-pixels': 'has too many pixels.',
  'too-many-bytes': 'is too large.',
  'too-much-memory': 'takes too much memory to read.',
}

/** The stored pictures, or a sentence for staff, and the permanently unusable pictures. */
type Fetched = { links: PictureLinks } | { problem: string; unusable?: Record<string, string> }

/**
 * Fetches the pictures of a record that the shop does not have, and stores them before their links end. After a
 * failure the next round tries again; a picture that the shop cannot use is not fetched a second time.
 */
export async function fetchPictures(
  mirror: Mirror,
  record: SourceRecord,
  { pictures: links, unusable }: Pick<MirroredRecord, 'pictures' | 'unusable'>,
): Promise<Fetched> {
  const [known] = record.pictures.flatMap(({ id }) => unusable[id] ?? [])
  if (known !== undefined) return { problem: known }
  const missing = record.pictures.filter(({ id }) => !(id in links))
  if (missing.length === 0) return { links }
  if (mirror.failedPictures >= MAX_FAILURES) return { problem: 'The images cannot be fetched.' }
  const all = { ...links }
  try {
    for (const picture of await withLinks(mirror, record, missing)) {
      mirror.signal?.throwIfAborted()
      const stored = await storeFrom(mirror, picture)
      if (typeof stored === 'string')
        return { problem: stored, unusable: { ...unusable, [picture.id]: stored } }
      all[picture.id] = stored
    }
    return { links: all }
  } catch (error) {
    if (error instanceof PicturesBusy) return { problem: 'Too many images are being made.' }
    mirror.failedPictures += 1
    if (error instanceof SupplierError) return { problem: error.message }
    mirror.shop.log.error('A picture could not be imported', error, { record: record.id })
    return { problem: 'An image could not be imported.' }
  }
}

/** The stored picture, or why the shop cannot use it. */
async function storeFrom(
  { shop, source }: Mirror,
  picture: SourcePicture,
): Promise<PictureLinks[string] | string> {
  try {
    const stored = await storePicture(shop, await source.fetchPicture(picture))
    return 'kind' in stored ? `The image ${picture.filename} ${REFUSALS[stored.kind]}` : stored
  } catch (error) {
    if (error instanceof SupplierError && error.kind === 'refused') return error.message
    throw error
  }
}

/** A stored record has no links, so the record is read from the source again. */
async function withLinks(
  { source }: Mirror,
  record: SourceRecord,
  pictures: readonly SourcePicture[],
): Promise<readonly SourcePicture[]> {
  if (pictures.every(({ link }) => link !== '')) return pictures
  const [fresh] = await source.find([record.id])
  return fresh?.pictures.filter(({ id }) => pictures.some((one) => one.id === id)) ?? []
}
