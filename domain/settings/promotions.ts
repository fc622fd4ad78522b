import type { Promotion } from '#domain/promotions/promotion.ts'
import { promotionsSchema } from '#domain/promotions/promotion-schema.ts'
import type { Setting } from './setting.ts'

/** What shoppers get off. Single-use codes are in a table of their own. */
export const PROMOTIONS: Setting<{ promotions: readonly Promotion[] }> = {
  name: 'promotions',
  permission: 'promotions.write',
  label: 'Promotions',
  schema: promotionsSchema,
  fallback: { promotions: [] },
  fields: { promotions: 'Promotions' },
}

/** What the history says of a change: `Summer sale added`, `Drop paused`. */
export function promotionChanges(
  { promotions: before }: { promotions: readonly Promotion[] },
  { promotions: after }: { promotions: readonly Promotion[] },
): string {
  const removed = before.filter(({ id }) => !after.some((one) => one.id === id))
  const changed = after.flatMap((one) => {
    const old = before.find(({ id }) => id === one.id)
    if (!old) return [`${one.name} added`]
    if (JSON.stringify(old) === JSON.stringify(one)) return []
    if (JSON.stringify({ ...old, isPaused: one.isPaused }) !== JSON.stringify(one))
      return [`${one.name} changed`]
    return [`${one.name} ${one.isPaused ? 'paused' : 'resumed'}`]
  })
  return [...changed, ...removed.map(({ name }) => `${name} deleted`)].join(', ') || 'Order'
}
