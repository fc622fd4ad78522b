import * as v from 'valibot'
import type { Tariff } from '#domain/checkout/tariff.ts'
import { TAX_KINDS } from '#domain/orders/order-total.ts'
import { countSchema } from '#web/api/count-schema.ts'

const placeSchema = { country: v.string(), region: v.string() }

/**
 * What the shop adds to a subtotal now. `taxes`: those in force today that the shop charges; rates in thousandths of a
 * percent; `within`: where, null is everywhere. `home`: the place assumed while the destination is unknown.
 * `shipping`: of this cart, in cents, where it depends on the cart (`isQuoted`). `isPromoted`: promotions apply by
 * themselves; `takesCodes`: others with codes; `takesGiftCards`: there are gift cards;
 * `takesStoreCredit`: customers have store credit.
 */
export const tariffSchema = v.object({
  taxes: v.array(
    v.object({
      label: v.string(),
      milliPercent: countSchema,
      within: v.nullable(v.object({ country: v.string(), region: v.optional(v.string()) })),
      kind: v.optional(v.picklist(TAX_KINDS)),
      onShipping: v.optional(v.boolean()),
    }),
  ),
  shipping: countSchema,
  isQuoted: v.optional(v.boolean()),
  isPromoted: v.optional(v.boolean()),
  takesCodes: v.optional(v.boolean()),
  takesGiftCards: v.optional(v.boolean()),
  takesStoreCredit: v.optional(v.boolean()),
  pricesIncludeTax: v.optional(v.boolean()),
  home: v.optional(v.object({ ...placeSchema, name: v.string() })),
  taxVersion: v.optional(countSchema),
}) satisfies v.GenericSchema<Partial<Record<keyof Tariff, unknown>>>
