import { randomUUID } from 'node:crypto'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { toRefundId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { subscribeToNewsletter } from '#operations/newsletter/subscribe-to-newsletter.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { expireOrders } from '#operations/checkout/payments/expire-orders.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { DECLINED, deliverWebhooks, DISPUTED, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { BY, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

/** Text that two databases could treat differently. */
const NAMES = [
  'Ada',
  'Émile Roy',
  'ÅSA',
  'zoë 🧢',
  'O\'Neil \\ "quoted"',
  'Łukasz\tTab\nLine',
  '{curly, NULL}',
  '日本',
]

/** Fills a database with what a shop has after a while: orders in every state, parcels, refunds, mails, staff. */
export async function fillRandomShop(
  database: ShopDatabase,
  { seed, orders }: { seed: number; orders: number },
): Promise<TestShop> {
  const random = dice(seed)
  const shop = await openTestShop(database)
  const product = await shop.catalog.add(hoodie({ stock: 10 * orders }))
  const other = await shop.catalog.add(hoodie({ name: 'Crew Sock — ½ price', stock: 10 * orders }))
  const desk = orderDesk(() => ({ shop, product }))
  await shop.identity.addMember({ email: BY, password: 'wears red' })
  const ada = database.db.selectFrom('staff_members').select(['id', 'email'])
  shop.author = { ...(await ada.executeTakeFirstOrThrow()), address: '203.0.113.7', userAgent: 'Firefox' }
  for (let made = 0; made < orders; made += 1) {
    shop.pass(60_000)
    const name = NAMES[random(NAMES.length)]!
    const customer = { ...CUSTOMER, name, email: `shopper${made}@shopper.example` }
    const items = [one(product, 'M', 1 + random(3)), one(other, 'S')]
    const { clientSecret, orderNumber: number } = await place(
      shop,
      orderFor([product, other], items, { customer, note: name }),
    )
    const fate = made % 10
    if (fate === 0) continue // expires
    await shop.gateway.confirm(clientSecret, fate === 1 ? DECLINED : fate === 2 ? DISPUTED : PAYS)
    await deliverWebhooks(shop)
    if (fate === 1) continue
    const seen = async () => ({ ...(await desk.seen(number)), reason: name })
    if (fate === 3) await cancelOrder(shop, { ...(await seen()), restock: true })
    if (fate > 4) await fulfilOrder(shop, { ...(await seen()), ...TRACKING })
    if (fate > 7) {
      const amount = cents(1 + random(30_00))
      const refundId = toRefundId(randomUUID())
      await refundOrder(shop, { ...(await seen()), refundId, amount, restock: [] })
    }
    if (fate === 6) await addOrderNote(shop, { ...(await seen()), noteId: randomUUID(), text: name })
    if (made % 3 === 0) while ((await deliverOutbox(shop)) > 0);
    if (fate === 7 && random(2) === 0) await eraseCustomer(shop, { email: customer.email, by: BY })
  }
  shop.pass(60 * 60_000)
  await deliverWebhooks(shop)
  await expireOrders(shop)
  for (const [at, name] of NAMES.entries()) {
    const email = `reader${at}@shopper.example`
    await sendContactMessage(shop, { name, email, subject: 'other', message: name } as never)
    await subscribeToNewsletter(shop, email)
  }
  return shop
}

/** Whole numbers below `sides`, the same for the same seed. */
export function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}
