import { setTimeout as sleep } from 'node:timers/promises'
import { markPictures } from '#db/catalog/picture-marks.ts'
import type { Shop } from '#operations/shop.ts'
import { PicturesBusy } from '#providers/images/image-store.ts'

const RETRY_DELAY_MS = 100
const MAX_ATTEMPTS = 20

/**
 * Marks a picture or film as wanted before a store writes it: the sweep (sweep-pictures.ts) removes only files that
 * stayed unmarked for the whole grace period. Rejects with PicturesBusy.
 */
export async function claimPicture(
  { database, now }: Pick<Shop, 'database' | 'now'>,
  key: string,
): Promise<void> {
  for (let tries = 1; (await markPictures(database.db, [key], now())).length > 0; tries += 1) {
    // An old copy of the same picture is being removed at this moment.
    if (tries === MAX_ATTEMPTS) throw new PicturesBusy()
    await sleep(RETRY_DELAY_MS)
  }
}
