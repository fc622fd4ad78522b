import type { Shop } from '#operations/shop.ts'

/**
 * A shop whose changes of the catalogue are announced only by `publish`, and once: pages are rendered again for all
 * since the last time, not for every product.
 */
export function gatherChanges<Part extends Pick<Shop, 'changes'>>(
  shop: Part,
): { shop: Part; publish(): Promise<void> } {
  let isChanged = false
  const changes = { ...shop.changes, publish: async () => void (isChanged = true) }
  return {
    shop: { ...shop, changes },
    async publish() {
      if (isChanged) await shop.changes.publish('catalogue')
      isChanged = false
    },
  }
}
