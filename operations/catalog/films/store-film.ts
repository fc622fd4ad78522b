import type { StoredFilm } from '#domain/settings/film.ts'
import { claimPicture } from './claim-picture.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import type { FilmRefusal } from '#providers/images/films/film-store.ts'

/** Marks a film as wanted and stores it. `no-films`: the store keeps pictures only. Rejects with PicturesBusy. */
export async function storeFilm(
  shop: Pick<Shop, 'author' | 'database' | 'images' | 'now'>,
  content: ReadableStream<Uint8Array>,
): Promise<StoredFilm | FilmRefusal | { kind: 'no-films' }> {
  const { films } = shop.images
  if (films === null) return { kind: 'no-films' }
  const stored = await films.store(content, (key) => claimPicture(shop, key))
  if (!('kind' in stored)) {
    await recordAudit(shop.database.db, shop, { action: 'film-uploaded', subject: { id: stored.key } })
  }
  return stored
}
