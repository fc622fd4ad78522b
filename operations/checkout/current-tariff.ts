import * as v from 'valibot'
import type { Tx } from '#db/engine/transact.ts'
import { findPricedBy } from '#db/orders/priced-by.ts'
import { findSettingVersion } from '#db/settings/settings.ts'
import type { CheckoutChoices } from '#domain/checkout/checkout-choices.ts'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { TARIFF, type Tariff, type VersionedTariff } from '#domain/checkout/tariff.ts'
import type { OrderId } from '#domain/ids.ts'
import { TAX, taxTariff, type TaxSetting } from '#domain/settings/tax.ts'
import { addDays, shopDay, startOfDay, type ShopDay } from '#domain/shop-day.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import type { Shop, ShopSettings } from '#operations/shop.ts'
import { currentShipping, shippingOfVersion } from './current-shipping.ts'

type Deps = Pick<Shop, 'savedSettings' | 'settings' | 'now'>

/** Everything that a tariff is made from, except the day. */
interface Sources {
  tax: TaxSetting
  taxVersion: number
  shipping: ShippingTariff
  shippingVersion: number
}

/** The tariff of one day in each shop: finding the shop's day is slow, and every order needs it. */
const tariffs = new WeakMap<
  ShopSettings,
  { sources: Sources; timeZone: string; from: number; until: number; tariff: VersionedTariff }
>()

/** The shop's current taxes and shipping, from the memory of the process. */
export async function currentTariff(shop: Deps): Promise<VersionedTariff> {
  const [tax, shipping] = await Promise.all([currentVersion(shop, TAX), currentShipping(shop)])
  const sources: Sources = {
    tax: tax.value,
    taxVersion: tax.version,
    shipping: shipping.tariff,
    shippingVersion: shipping.version,
  }
  const { settings } = shop
  const { timeZone } = settings
  const now = shop.now()
  const known = tariffs.get(settings)
  const isCurrent =
    known?.timeZone === timeZone && isSame(known.sources, sources) && known.from <= now && now < known.until
  if (isCurrent) return known.tariff
  const day = shopDay(now, timeZone)
  const startOf = (one: string) => startOfDay(one, timeZone) ?? now
  const tariff = tariffOf(sources, day)
  const [from, until] = [startOf(day), startOf(addDays(day, 1))]
  tariffs.set(settings, { sources, timeZone, from, until, tariff })
  return tariff
}

/**
 * What an order was priced under, to price it again: the tariff of its versions on the day that it was priced, and the
 * choices of the shopper. `given`: another tariff.
 */
export async function termsOfOrder(
  { settings }: Deps,
  tx: Tx,
  id: OrderId,
  given?: Tariff,
): Promise<{ tariff: Tariff; choices: CheckoutChoices }> {
  const { pricedBy, choices } = await findPricedBy(tx, id, settings.timeZone)
  if (given) return { tariff: given, choices }
  const { taxVersion, taxDay, shippingVersion } = pricedBy
  const tax = await taxOfVersion(tx, taxVersion)
  const { tariff: shipping } = await shippingOfVersion(tx, shippingVersion)
  return { tariff: tariffOf({ tax, taxVersion, shipping, shippingVersion }, taxDay), choices }
}

async function taxOfVersion(tx: Tx, version: number): Promise<TaxSetting> {
  if (version === 0) return TAX.fallback
  const stored = await findSettingVersion(tx, TAX.name, version)
  return v.parse(TAX.schema, stored?.value)
}

function isSame(one: Sources, other: Sources): boolean {
  return (Object.keys(one) as (keyof Sources)[]).every((source) => one[source] === other[source])
}

function tariffOf({ tax, taxVersion, shipping, shippingVersion }: Sources, taxDay: ShopDay): VersionedTariff {
  const pricedBy = { taxVersion, taxDay, shippingVersion }
  return { ...taxTariff(tax, taxDay), shipping: TARIFF.shipping, zones: shipping, pricedBy }
}
