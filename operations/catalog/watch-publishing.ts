import { findNextPublication } from '#db/catalog/on-sale.ts'
import { nextChange } from '#domain/promotions/sale-price.ts'
import { nextDropChange } from '#domain/drops/drop.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { nextPagePublication, PAGES } from '#domain/settings/pages.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { nextCollectionChange } from '#operations/settings/shop-collections.ts'
import { nextHomeChange } from '#operations/settings/home-products.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { forgetVocabulary } from './read-vocabulary.ts'
import type { Shop } from '#operations/shop.ts'

/** Calls `work` after this many milliseconds; the returned function cancels the call. */
export type Schedule = (work: () => void, ms: number) => () => void

/** Timers are limited to 24.8 days, and a corrected system clock delays a product by no more than this. */
const MAX_WAIT_MS = 60 * 60_000
const RETRY_DELAY_MS = 5_000

/**
 * Announces a change of the catalogue whenever a product is published, comes on sale or ends, or a promotion begins or
 * ends, so that cached pages, the sitemap and the feed are rebuilt. Each process watches separately, because another
 * one may be stopped. Returns a function that ends the watch.
 */
export function watchPublishing(
  shop: Pick<Shop, 'catalog' | 'database' | 'changes' | 'log' | 'now' | 'savedSettings' | 'settings'>,
  schedule: Schedule = afterwards,
): () => void {
  let callOff = () => {}
  let isStopped = false
  let looks = 0

  /** Schedules the next check, unless a newer check has overtaken this one. */
  async function look(): Promise<void> {
    const turn = (looks += 1)
    const next = await findNext(shop).catch((error: unknown) => {
      shop.log.error('The next time of publishing could not be read', error)
      return shop.now() + RETRY_DELAY_MS
    })
    if (isStopped || turn !== looks) return
    callOff()
    callOff = next === null ? () => {} : schedule(() => arrive(next), waitUntil(next))
  }

  function arrive(moment: number): void {
    if (shop.now() < moment) return void look()
    forgetVocabulary(shop)
    shop.changes.publish('catalogue').catch((error: unknown) => shop.log.error('Not announced', error))
  }

  function waitUntil(moment: number): number {
    return Math.min(Math.max(1, moment - shop.now()), MAX_WAIT_MS)
  }

  shop.changes.listen((topic) => {
    if (topic !== 'rates' && !isStopped) void look()
  })
  void look()
  return () => {
    isStopped = true
    callOff()
  }
}

/** When a product or page is published, a product comes on sale, ends or is no longer new, or a promotion changes. */
async function findNext(
  shop: Pick<Shop, 'database' | 'now' | 'savedSettings' | 'settings'>,
): Promise<number | null> {
  const now = shop.now()
  const { promotions } = await currentSetting(shop, PROMOTIONS)
  const { drops } = await currentSetting(shop, DROPS)
  const { pages } = await currentSetting(shop, PAGES)
  const times = [
    await findNextPublication(shop.database.db, now),
    nextChange(promotions, now),
    nextDropChange(drops, now),
    nextPagePublication(pages, now),
    await nextCollectionChange(shop, now),
    await nextHomeChange(shop, now),
  ]
  const known = times.flatMap((at) => at ?? [])
  return known.length === 0 ? null : Math.min(...known)
}

const afterwards: Schedule = (work, ms) => {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
