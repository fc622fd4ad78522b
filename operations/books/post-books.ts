import { postNext } from '#db/books/post-books.ts'
import type { Shop } from '#operations/shop.ts'

/** Enters some of what has changed into the books. Returns how much there was. */
export async function postBooks({ database, now, settings }: Shop): Promise<number> {
  return postNext(database, { now: now(), timeZone: settings.timeZone })
}
