import { expect } from 'vitest'
import { findDueLink } from '#db/payment-links/payment-links.ts'
import { findPayments } from '#db/checkout/payments.ts'
import type { Product } from '#domain/catalog/product.ts'
import type { Cents } from '#domain/money.ts'
import { settlePayment } from '#operations/checkout/payments/settle-payment.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import { paymentLinkPath } from '#operations/payment-link-path.ts'
import { payByLink } from '#operations/payment-links/pay-by-link.ts'
import { settleBalance } from '#operations/payment-links/settle-balance.ts'
import type { IncreaseSettlement } from '#operations/refunds/settle-difference.ts'
import { deliverWebhooks, PAYS } from '#test/support/buyer.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import type { TestShop } from '#test/support/test-shop.ts'

/** What a third hoodie costs more than two. */
export const INCREASE = 118_00 + 2_36
export const BY_LINK: IncreaseSettlement = { method: 'link', words: '' }

type Step =
  | { step: 'send' | 'cancel' | 'undo' }
  | { step: 'settle'; increase: { method: 'waive' | 'cash'; words: string } }

/** Orders of two hoodies that become three, with the difference charged by link. */
export function linkDesk(here: () => { shop: TestShop; product: Product }) {
  const desk = orderDesk(here)

  async function changed(number: string, quantity: number, difference: number, increase = BY_LINK) {
    const { shop, product } = here()
    const change = {
      position: 0,
      quantity: (await desk.found(number)).lines[0]?.quantity ?? 0,
      to: { productId: product.id, size: 'M' as const, quantity },
    }
    return changeItems(shop, { ...(await desk.seen(number)), change, difference, increase })
  }

  /** A paid order that waits for its balance, with the id and the key of its link. */
  async function waiting() {
    const { shop } = here()
    const { number } = await desk.paid()
    expect(await changed(number, 3, INCREASE)).toEqual({ kind: 'items-changed' })
    return { number, ...(await linkOf(number)), id: (await desk.found(number)).id, mails: shop.mails }
  }

  async function linkOf(number: string) {
    const { shop } = here()
    const order = await desk.found(number)
    const link = await findDueLink(shop.database.db, order.id)
    if (!link) throw new Error(`Order ${number} has no open link`)
    const path = paymentLinkPath(shop, link.id, order)
    const key = new URL(path, 'http://shop.example').searchParams.get('key') ?? ''
    return { link: link.id, key }
  }

  /** The client secret that the customer gets. */
  async function secretOf({ link, key }: { link: string; key: string }): Promise<string> {
    const outcome = await payByLink(here().shop, link, key)
    if (outcome.kind !== 'requested') throw new Error(`The link cannot be paid: ${outcome.kind}`)
    return outcome.clientSecret
  }

  async function pay(clientSecret: string, card = PAYS) {
    const { shop } = here()
    await shop.gateway.confirm(clientSecret, card)
    await deliverWebhooks(shop)
    return (await shop.gateway.findIntentBySecret(clientSecret))!
  }

  /** Pays by link an amount that is not the balance. Staff then waive the balance. */
  async function payWrongAmount(amount: Cents) {
    const { shop } = here()
    const { number, ...link } = await waiting()
    const secret = await secretOf(link)
    const { id } = (await shop.gateway.findIntentBySecret(secret))!
    const intents = shop.database.db.updateTable('test_gateway_intents')
    await intents.set({ amount_cents: amount }).where('id', '=', id).execute()
    await shop.gateway.confirm(secret, PAYS)
    const intent = (await shop.gateway.findIntent(id))!
    await Promise.all([settlePayment(shop, intent), settlePayment(shop, intent)])
    const increase = { method: 'waive', words: 'Agreed' } as const
    expect(await balance(number, { step: 'settle', increase })).toEqual({ kind: 'balance-settled' })
    return number
  }

  async function balance(number: string, step: Step) {
    return settleBalance(here().shop, { ...(await desk.seen(number)), ...step })
  }

  return {
    ...desk,
    changed,
    payWrongAmount,
    balance,
    waiting,
    linkOf,
    secretOf,
    pay,
    /** State and received sum of each payment: `link succeeded 12036`. */
    paymentsOf: async (number: string) =>
      (await findPayments(here().shop.database.db, (await desk.found(number)).id)).map(
        ({ kind, state, received }) => `${kind} ${state} ${received}`,
      ),
    orderRow: async (number: string) =>
      here()
        .shop.database.db.selectFrom('orders')
        .select(['state', 'balance_due_cents as due', 'payment_link as link', 'total_cents as total'])
        .where('number', '=', number)
        .executeTakeFirstOrThrow(),
  }
}
