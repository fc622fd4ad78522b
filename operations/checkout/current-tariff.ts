import * as v from 'valibot'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { Tx } from '#db/engine/transact.ts'
import { findPricedBy } from '#db/orders/priced-by.ts'
import { findSettingVersion } from '#db/settings/settings.ts'
import type { PriceTerms } from '#domain/checkout/pricing.ts'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import { TARIFF, type Tariff, type VersionedTariff } from '#domain/checkout/tariff.ts'
import type { OrderId } from '#domain/ids.ts'
import { TAX, taxTariff, type TaxSetting } from '#domain/settings/tax.ts'
import { addDays, shopDay, startOfDay, type ShopDay } from '#domain/shop-day.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import type { Shop, ShopSettings } from '#operations/shop.ts'
import { choosePromotions } from '#domain/promotions/choose-promotions.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { currentShipping, shippingOfVersion } from '#operations/settings/current-shipping.ts'

type Deps = Pick<Shop, 'savedSettings' | 'settings' | 'now' | 'database' | 'changes'>

/** Everything that a tariff is made from, except the day. */
interface Sources {
  tax: TaxSetting
  taxVersion: number
  shipping: ShippingTariff
  shippingVersion: number
  promotions: readonly Promotion[]
  promotionsVersion: number
  takesGiftCards: boolean
  takesStoreCredit: boolean
}

/** The tariff of one day in each shop: finding the shop's day is slow, and every order needs it. */
const tariffs = new WeakMap<
  ShopSettings,
  { sources: Sources; timeZone: string; from: number; until: number; tariff: VersionedTariff }
>()

/** The shop's current taxes and shipping, from the memory of the process. */
export async function currentTariff(shop: Deps): Promise<VersionedTariff> {
  const [tax, shipping, promotions, { takesGiftCards, takesStoreCredit }] = await Promise.all([
    currentVersion(shop, TAX),
    currentShipping(shop),
    currentVersion(shop, PROMOTIONS),
    findBalances(shop),
  ])
  const sources: Sources = {
    tax: tax.value,
    taxVersion: tax.version,
    shipping: shipping.tariff,
    shippingVersion: shipping.version,
    promotions: promotions.value.promotions,
    promotionsVersion: promotions.version,
    takesGiftCards,
    takesStoreCredit,
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

/** How soon carts have the field for the code of the first gift card, and checkouts that for store credit. */
const RECHECK_MS = 2_000

type Balances = Pick<Sources, 'takesGiftCards' | 'takesStoreCredit'>

interface KnownBalances {
  found: Promise<Balances>
  known: Balances
  at: number
}

const balancesOf = new WeakMap<ShopDatabase, KnownBalances>()

/**
 * Whether anybody may have a gift card or store credit, so that there is a field for it. Once it is true it stays so.
 * All who ask at once share one read.
 */
function findBalances(shop: Pick<Shop, 'database' | 'changes' | 'now'>): Promise<Balances> {
  const { database, now } = shop
  const last = balancesOf.get(database)
  const at = now()
  const isComplete = last?.known.takesGiftCards && last.known.takesStoreCredit
  if (last && (isComplete || at < last.at + RECHECK_MS)) return last.found
  const known = last?.known ?? { takesGiftCards: false, takesStoreCredit: false }
  const entry = { found: readBalances(shop, known, last !== undefined), known, at }
  balancesOf.set(database, entry)
  entry.found.then(
    (found) => (entry.known = found),
    () => balancesOf.delete(database),
  )
  return entry.found
}

/** `isAgain`: pages may have been kept without the fields. */
async function readBalances(
  { database: { db }, changes }: Pick<Shop, 'database' | 'changes'>,
  known: Balances,
  isAgain: boolean,
): Promise<Balances> {
  const has = async (isCredit: boolean) => {
    const card = db.selectFrom('gift_cards').select('id').limit(1)
    return (await card.where('email', isCredit ? 'is not' : 'is', null).executeTakeFirst()) !== undefined
  }
  const takesGiftCards = known.takesGiftCards || (await has(false))
  const takesStoreCredit = known.takesStoreCredit || (await has(true))
  const isMore = takesGiftCards !== known.takesGiftCards || takesStoreCredit !== known.takesStoreCredit
  if (isMore && isAgain) await changes.publish('settings')
  return { takesGiftCards, takesStoreCredit }
}

/**
 * What an order was priced under, to price it again: the tariff of its versions on the day that it was priced, and the
 * choices of the shopper, and the promotions that it uses. `given`: another tariff.
 */
export async function termsOfOrder(
  { settings }: Deps,
  tx: Tx,
  id: OrderId,
  given?: Tariff,
): Promise<Required<Pick<PriceTerms, 'tariff' | 'choices' | 'promote'>>> {
  const { pricedBy, choices, uses } = await findPricedBy(tx, id, settings.timeZone)
  const { taxVersion, taxDay, shippingVersion, promotionsVersion } = pricedBy
  const promotions = uses.length === 0 ? [] : await promotionsOfVersion(tx, promotionsVersion)
  const used = promotions.filter((one) => uses.some(({ promotionId }) => promotionId === one.id))
  const promote: PriceTerms['promote'] =
    used.length === 0 ? undefined : (cart) => choosePromotions(used, cart)
  if (given) return { tariff: given, choices, promote }
  const tax = await taxOfVersion(tx, taxVersion)
  const { tariff: shipping } = await shippingOfVersion(tx, shippingVersion)
  const sources = {
    tax,
    taxVersion,
    shipping,
    shippingVersion,
    promotions,
    promotionsVersion,
    takesGiftCards: false,
    takesStoreCredit: false,
  }
  return { tariff: tariffOf(sources, taxDay), choices, promote }
}

async function taxOfVersion(tx: Tx, version: number): Promise<TaxSetting> {
  if (version === 0) return TAX.fallback
  const stored = await findSettingVersion(tx, TAX.name, version)
  return v.parse(TAX.schema, stored?.value)
}

async function promotionsOfVersion(tx: Tx, version: number): Promise<readonly Promotion[]> {
  const stored = await findSettingVersion(tx, PROMOTIONS.name, version)
  return v.parse(PROMOTIONS.schema, stored?.value).promotions
}

function isSame(one: Sources, other: Sources): boolean {
  return (Object.keys(one) as (keyof Sources)[]).every((source) => one[source] === other[source])
}

function tariffOf(
  { tax, taxVersion, shipping, shippingVersion, promotions, promotionsVersion, ...takes }: Sources,
  taxDay: ShopDay,
): VersionedTariff {
  const pricedBy = { taxVersion, taxDay, shippingVersion, promotionsVersion }
  // Whatever its schedule: pages are kept for longer than until it begins.
  const has = (wanted: Promotion['trigger']) =>
    promotions.some(({ trigger, isPaused }) => trigger === wanted && !isPaused)
  const added = {
    ...taxTariff(tax, taxDay),
    ...(has('automatic') && { isPromoted: true }),
    ...(has('code') && { takesCodes: true }),
    ...(takes.takesGiftCards && { takesGiftCards: true }),
    ...(takes.takesStoreCredit && { takesStoreCredit: true }),
  }
  return { ...added, shipping: TARIFF.shipping, zones: shipping, pricedBy }
}
