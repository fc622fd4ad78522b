import type { Promotion } from '#domain/promotions/promotion.ts'
import { promotionsSchema } from '#domain/promotions/promotion-schema.ts'
import { listChanges, type Setting } from './setting.ts'

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
  return listChanges(before, after, (old, one) => {
    if (JSON.stringify({ ...old, isPaused: one.isPaused }) !== JSON.stringify(one)) return 'changed'
    return one.isPaused ? 'paused' : 'resumed'
  })
}
