import { findPictureMarks } from '#db/catalog/picture-marks.ts'
import type { FilmType } from '#domain/settings/film.ts'
import type { Shop } from '#operations/shop.ts'
import type { FilmFile } from '#providers/images/films/film-store.ts'

/**
 * Finds a film. Only marked keys are looked up: every upload is marked (claim-picture.ts), and each invented key would
 * cost requests to an outside store.
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
