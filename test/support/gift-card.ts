import { cents } from '#domain/money.ts'
import { issueAsStaff, renewCode } from '#operations/gift-cards/change-gift-card.ts'
import type { Shop } from '#operations/shop.ts'

/** The code of a new gift card. */
export async function issueGiftCard(shop: Shop, amount: number): Promise<string> {
  const { id } = await issueAsStaff(shop, { amount: cents(amount), reason: 'A raffle', by: 'ada@shop.test' })
  return (await renewCode(shop, id))!.code
}
