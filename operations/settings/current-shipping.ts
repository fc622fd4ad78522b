import * as v from 'valibot'
import type { Tx } from '#db/engine/transact.ts'
import { findSettingVersion } from '#db/settings/settings.ts'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** The shipping setting, and its version; 0: the default. */
export interface ShippingVersion {
  tariff: ShippingTariff
  version: number
}

/** The current shipping setting. */
export async function currentShipping(
  shop: Pick<Shop, 'savedSettings' | 'settings'>,
): Promise<ShippingVersion> {
  const { version, value } = await currentVersion(shop, SHIPPING)
  return { tariff: value, version }
}

/** The shipping setting as it was when an order was placed. */
export async function shippingOfVersion(tx: Tx, version: number): Promise<ShippingVersion> {
  if (version === 0) return { tariff: SHIPPING.fallback, version }
  const stored = await findSettingVersion(tx, SHIPPING.name, version)
  const parsed = v.safeParse(SHIPPING.schema, stored?.value)
  if (!parsed.success) throw new Error(`Version ${version} of the shipping setting cannot be read`)
  return { tariff: parsed.output, version }
}
