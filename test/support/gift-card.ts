import { cents } from '#domain/money.ts'
import { issueAsStaff, renewCode } from '#operations/gift-cards/change-gift-card.ts'
import { askForCredit, creditLinkAddress, openCredit } from '#operations/gift-cards/use-store-credit.ts'
import type { Shop } from '#operations/shop.ts'
import type { TestShop } from './test-shop.ts'

/** The code of a new gift card. */
export async function issueGiftCard(shop: Shop, amount: number): Promise<string> {
  const { id } = await issueAsStaff(shop, { amount: cents(amount), reason: 'A raffle', by: 'ada@shop.test' })
  return (await renewCode(shop, id))!.code
}

/** A code of a checkout for the store credit of an address, as its link by mail gives one. */
export async function openStoreCredit(shop: TestShop, email: string, checkoutId: string): Promise<string> {
  const visitor = 'a-browser'
  await askForCredit(shop, { email, checkoutId, visitor, language: 'en' })
  const { id } = await shop.database.db
    .selectFrom('credit_links')
    .select('id')
    .where('checkout_id', '=', checkoutId)
    .where('opened_at', 'is', null)
    .executeTakeFirstOrThrow()
  const token = new URL(creditLinkAddress(shop, id, 'en')).searchParams.get('token')!
  const opened = await openCredit(shop, { token, visitor })
  if (opened.kind !== 'opened') throw new Error(`The link is ${opened.kind}`)
  return opened.code
}
