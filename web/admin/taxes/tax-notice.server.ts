import { isDefaultTaxRate, TAX } from '#domain/settings/tax.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'

/** Whether the notice about the starting rate is shown: to owners, who can change it. Not when it cannot be read. */
export async function showsTaxNotice(shop: Shop, { staff }: StaffPageRequest): Promise<boolean> {
  if (!staff?.permissions.includes('settings.write')) return false
  try {
    return isDefaultTaxRate(await currentSetting(shop, TAX))
  } catch (error) {
    shop.log.error('The taxes could not be read', error)
    return false
  }
}
