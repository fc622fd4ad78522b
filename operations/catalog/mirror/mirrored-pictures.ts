import type { MirroredRecord } from '#db/catalog/mirrored-records.ts'
import type { Picture } from '#domain/catalog/product.ts'
import type { SourcePicture } from '#domain/catalog/source-record.ts'

/** The stored pictures by the source's ids. */
export type PictureLinks = MirroredRecord['pictures']

/** The name under which a picture of the shop is given to a source, which keeps it. */
export function fileNameOf(key: string): string {
  return `${key}.webp`
}

/** The links, with those of the record's pictures that came from the shop, recognized by their names. */
export function withOwnPictures(
  links: PictureLinks,
  pictures: readonly SourcePicture[],
  ours: readonly Picture[],
): PictureLinks {
  const own = pictures.flatMap(({ id, filename }) => {
    const picture = id in links ? undefined : ours.find(({ key }) => fileNameOf(key) === filename)
    return picture ? [[id, picture] as const] : []
  })
  if (own.length === 0) return links
  return { ...links, ...Object.fromEntries(own.map(([id, { alt: _alt, ...stored }]) => [id, stored])) }
}

/** The ids of a record's pictures, without duplicates of the same image. */
export function distinctIds(pictures: readonly SourcePicture[], links: PictureLinks): string[] {
  const keys = pictures.map(({ id }) => links[id]?.key ?? id)
  return pictures.flatMap(({ id }, index) => (keys.indexOf(keys[index] ?? id) === index ? [id] : []))
}

/** The product's pictures by the source's ids, with a `+` before the key of one that the source does not have. */
export function idsOfPictures(
  pictures: readonly Picture[],
  links: PictureLinks,
  preferred: readonly string[],
): string[] {
  const ids = [...preferred, ...Object.keys(links)]
  return pictures.map(({ key }) => ids.find((id) => links[id]?.key === key) ?? `+${key}`)
}

/** The pictures of these ids, each with the product's alternative text for it. */
export function picturesOf(
  ids: readonly string[],
  links: PictureLinks,
  before: readonly Picture[],
): Picture[] {
  return ids.flatMap((id) => {
    const stored = links[id]
    if (stored === undefined) return []
    return [{ ...stored, alt: before.find(({ key }) => key === stored.key)?.alt ?? '' }]
  })
}
