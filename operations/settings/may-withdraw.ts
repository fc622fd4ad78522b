import type { Order } from '#domain/orders/order.ts'
import { countryCodes, WITHDRAWAL } from '#domain/settings/withdrawal.ts'
import type { Shop } from '#operations/shop.ts'
import { settingToShow } from './current-setting.ts'

/** Whether the customer of an order may withdraw from the contract: by the country that it goes to. */
export async function mayWithdraw(
  shop: Pick<Shop, 'savedSettings' | 'settings'>,
  { customer }: Pick<Order, 'customer'>,
): Promise<boolean> {
  const { countries } = await settingToShow(shop, WITHDRAWAL)
  return countryCodes(countries).includes(customer.country)
}
