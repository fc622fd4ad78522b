import { findPictureMarks } from '#db/catalogue/picture-marks.ts'
import type { FilmType } from '#domain/settings/film.ts'
import type { Shop } from '#operations/shop.ts'
import type { FilmFile } from '#providers/images/films/film-store.ts'

/**
 * Finds a film. Only keys that are marked are looked for: every upload is (claim-picture.ts), and anyone can invent
 * keys, each of which would cost requests to a store outside.
 */
export async function findFilm(
  { database, images: { films } }: Pick<Shop, 'database' | 'images'>,
  key: string,
  type: FilmType,
): Promise<FilmFile | null> {
  if (films === null) return null
  const marks = await findPictureMarks(database.db, [key])
  return marks.has(key) ? films.find(key, type) : null
}
