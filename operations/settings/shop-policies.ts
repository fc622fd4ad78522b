import {
  POLICIES,
  policySections,
  salesAreFinal,
  type Policies,
  type PolicySection,
} from '#domain/settings/policies.ts'
import { shopAsWritten } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { currentSetting } from './current-setting.ts'

/** A policy that owners have changed, in its parts; null: the page has the words that the shop starts with. */
export async function readOwnPolicy(
  shop: Pick<Shop, 'savedSettings' | 'settings'>,
  which: keyof Policies,
): Promise<PolicySection[] | null> {
  const text = (await currentSetting(shop, POLICIES))[which]
  return text === POLICIES.fallback[which] ? null : policySections(text)
}

/** Whether the current policy allows no returns. */
export async function readSalesAreFinal(shop: Pick<Shop, 'savedSettings' | 'settings'>): Promise<boolean> {
  return salesAreFinal(await currentSetting(shopAsWritten(shop), POLICIES))
}
