import { setTimeout as sleep } from 'node:timers/promises'
import { markPictures } from '#db/catalogue/picture-marks.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import { PicturesBusy, type PictureRefusal, type StoredPicture } from '#providers/images/image-store.ts'

const TRY_EVERY_MS = 100
const TRIES = 20

/**
 * Stores a picture, and marks it as wanted before the store writes anything: the sweep (sweep-pictures.ts) removes only
 * what has gone unmarked for its whole grace period. Rejects with PicturesBusy.
 */
export async function storePicture(
  shop: Pick<Shop, 'author' | 'database' | 'images' | 'now'>,
  content: ReadableStream<Uint8Array>,
): Promise<StoredPicture | PictureRefusal> {
  const { database, images, now } = shop
  const stored = await images.store(content, async (key) => {
    for (let tries = 1; (await markPictures(database.db, [key], now())).length > 0; tries += 1) {
      // An old copy of the same picture is being removed at this moment.
      if (tries === TRIES) throw new PicturesBusy()
      await sleep(TRY_EVERY_MS)
    }
  })
  if (!('kind' in stored)) {
    await recordAudit(database.db, shop, { action: 'picture-uploaded', subject: { id: stored.key } })
  }
  return stored
}
