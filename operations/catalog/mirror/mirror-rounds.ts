import type { MirroredSource, Shop } from '#operations/shop.ts'
import { mirrorContent } from './mirror-content.ts'
import { enqueueChanges } from './enqueue-changes.ts'

/** Changes saved in the shop are enqueued together, at most once in this time. */
const ENQUEUE_INTERVAL_MS = 3_000

/**
 * Returns a function to call about every second. It runs a round of mirroring when one is due, and after that, or soon
 * after something was saved in the shop, enqueues what has to be written to the source.
 */
export function mirrorRounds(shop: Shop, source: MirroredSource, signal: AbortSignal): () => Promise<void> {
  let isChanged = true
  let notedAt = 0
  shop.changes.listen((topic) => {
    if (topic !== 'rates') isChanged = true
  })
  return async () => {
    let isRead = true
    try {
      isRead = await mirrorContent(shop, source, signal)
    } finally {
      if (!signal.aborted && (isRead || (isChanged && shop.now() - notedAt >= ENQUEUE_INTERVAL_MS))) {
        isChanged = false
        notedAt = shop.now()
        await enqueueChanges(shop, source.content)
      }
    }
  }
}
