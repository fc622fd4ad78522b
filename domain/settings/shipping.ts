import { shippingSchema } from '#domain/checkout/shipping/shipping-schema.ts'
import { DEFAULT_SHIPPING, type ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { Setting } from './setting.ts'

/** Where the shop ships to, how, and for how much. */
export const SHIPPING: Setting<ShippingTariff> = {
  name: 'shipping',
  label: 'Shipping',
  schema: shippingSchema,
  fallback: DEFAULT_SHIPPING,
  fields: {
    zones: 'Zones and rates',
    defaultWeight: 'Default weight',
    pickupPlace: 'Place of pickup',
    duties: 'Import duty',
  },
}
