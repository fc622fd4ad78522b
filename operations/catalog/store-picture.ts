import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import type { PictureRefusal, StoredPicture } from '#providers/images/image-store.ts'
import { claimPicture } from './films/claim-picture.ts'

/** Marks a picture as wanted and stores it. Rejects with PicturesBusy. */
export async function storePicture(
  shop: Pick<Shop, 'author' | 'database' | 'images' | 'now'>,
  content: ReadableStream<Uint8Array>,
): Promise<StoredPicture | PictureRefusal> {
  const { database, images } = shop
  const stored = await images.store(content, (key) => claimPicture(shop, key))
  if (!('kind' in stored)) {
    await recordAudit(database.db, shop, { action: 'picture-uploaded', subject: { id: stored.key } })
  }
  return stored
}
