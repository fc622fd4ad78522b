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
