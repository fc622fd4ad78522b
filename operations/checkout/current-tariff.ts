import * as v from 'valibot'
import type { Tx } from '#db/engine/transact.ts'
import { findSettingVersion } from '#db/settings/settings.ts'
import { TARIFF, type Tariff } from '#domain/checkout/tariff.ts'
import { TAX, taxTariff, type TaxSetting } from '#domain/settings/tax.ts'
import { addDays, shopDay, startOfDay, type ShopDay } from '#domain/shop-day.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { currentShipping, shippingOfVersion, type ShippingVersion } from './current-shipping.ts'
import type { Shop, ShopSettings } from '#operations/shop.ts'

/** A tariff, with the versions of the settings that decided its taxes and its shipping. */
export interface VersionedTariff extends Tariff {
  taxVersion: number
  taxDay: ShopDay
  shippingVersion: number
}

type Deps = Pick<Shop, 'savedSettings' | 'settings' | 'now'>

/** The tariff of one day in each shop: finding the shop's day is slow, and every order needs it. */
const tariffs = new WeakMap<
  ShopSettings,
  {
    setting: TaxSetting
    shipping: ShippingTariff
    timeZone: string
    from: number
    until: number
    tariff: VersionedTariff
  }
>()

/** The shop's current taxes and shipping, from the memory of the process. */
export async function currentTariff(shop: Deps): Promise<VersionedTariff> {
  const [{ value: setting, version }, shipping] = await Promise.all([
    currentVersion(shop, TAX),
    currentShipping(shop),
  ])
  const { settings } = shop
  const { timeZone } = settings
  const now = shop.now()
  const known = tariffs.get(settings)
  const isSame =
    known?.setting === setting && known.shipping === shipping.tariff && known.timeZone === timeZone
  if (isSame && known.from <= now && now < known.until) return known.tariff
  const day = shopDay(now, timeZone)
  const startOf = (one: string) => startOfDay(one, timeZone) ?? now
  const tariff = { ...tariffOf(setting, version, day), ...zonesOf(shipping) }
  tariffs.set(settings, {
    setting,
    shipping: shipping.tariff,
    timeZone,
    from: startOf(day),
    until: startOf(addDays(day, 1)),
    tariff,
  })
  return tariff
}

/** The tariff that an order was placed under: taxes and shipping at their versions, on the day that it was priced. */
export async function tariffOfOrder(
  { settings }: Deps,
  tx: Tx,
  {
    tax_version: version,
    tax_day: taxDay,
    shipping_version: shippingVersion,
    created_at: createdAt,
  }: { tax_version: number; tax_day: ShopDay | null; shipping_version: number; created_at: number },
): Promise<VersionedTariff> {
  const day = taxDay ?? shopDay(createdAt, settings.timeZone)
  const taxes = tariffOf(await settingAt(tx, version), version, day)
  return { ...taxes, ...zonesOf(await shippingOfVersion(tx, shippingVersion)) }
}

async function settingAt(tx: Tx, version: number): Promise<TaxSetting> {
  if (version === 0) return TAX.fallback
  const stored = await findSettingVersion(tx, TAX.name, version)
  return v.parse(TAX.schema, stored?.value)
}

function zonesOf({ tariff, version }: ShippingVersion): Pick<VersionedTariff, 'zones' | 'shippingVersion'> {
  return { zones: tariff, shippingVersion: version }
}

function tariffOf(setting: TaxSetting, taxVersion: number, taxDay: ShopDay) {
  return { ...taxTariff(setting, taxDay), shipping: TARIFF.shipping, taxVersion, taxDay }
}
