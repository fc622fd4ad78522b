import { transact } from '#db/engine/transact.ts'
import { changeInTransaction } from '#operations/change-as-staff.ts'
import { beforeEach, expect, test } from 'vitest'
import { ORDER_ACTION_NAMES, ORDER_ACTIONS } from '#domain/orders/allowed-actions.ts'
import type { Product } from '#domain/catalog/product.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { addOrderNote } from '#operations/orders/add-order-note.ts'
import { cancelOrder } from '#operations/orders/cancel-order.ts'
import { changeAddress } from '#operations/orders/change-address.ts'
import { changeItems } from '#operations/orders/change-items.ts'
import { changeTracking } from '#operations/orders/change-tracking.ts'
import { correctEmail } from '#operations/orders/correct-email.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { tagOrder } from '#operations/orders/tag-order.ts'
import { resendMail } from '#operations/orders/resend-mail.ts'
import { resolveAttention } from '#operations/orders/resolve-attention.ts'
import { holdOrder, releaseOrder } from '#operations/orders/hold-order.ts'
import { pickUpOrder, undoPickup } from '#operations/orders/pickup/pick-up-order.ts'
import { undoFulfilment } from '#operations/orders/undo-fulfilment.ts'
import { settleBalance } from '#operations/payment-links/settle-balance.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { restockOrder } from '#operations/refunds/restock-order.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('a staff action on an order', (open) => {
  let shop: TestShop
  let product: Product
  const { placed, paid, found, seen, refundOf, historyOf } = orderDesk(() => ({ shop, product }))

  beforeEach(async () => {
    shop = await openTestShop(open())
    product = await shop.catalog.add(hoodie())
  })

  test.each(ORDER_ACTION_NAMES)(
    'is refused without the permission to %s, before anything is done',
    async (action) => {
      const { number } = await paid()
      const permissions = PERMISSIONS.filter((permission) => permission !== ORDER_ACTIONS[action].permission)
      const change = { ...(await seen(number)), permissions }
      const before = { order: await found(number), history: await historyOf(number) }
      const outcome = await {
        fulfil: () => fulfilOrder(shop, { ...change, ...TRACKING }),
        hold: () => holdOrder(shop, { ...change, reason: 'missing', note: '', photo: '' }),
        release: () => releaseOrder(shop, change),
        'fulfil-unpaid': () => fulfilOrder(shop, { ...change, ...TRACKING, despiteBalance: true }),
        balance: () => settleBalance(shop, { ...change, step: 'send' }),
        tracking: () => changeTracking(shop, { ...change, shipment: 1, ...TRACKING, tellCustomer: true }),
        'undo-fulfilment': () => undoFulfilment(shop, { ...change, shipment: 1, reason: 'Wrong order' }),
        'pick-up': () => pickUpOrder(shop, { ...change, tellCustomer: false }),
        'undo-pickup': () => undoPickup(shop, { ...change, reason: 'Wrong order' }),
        address: () =>
          changeAddress(shop, { ...change, recipient: { ...CUSTOMER, city: 'Regina' }, difference: 0 }),
        email: () => correctEmail(shop, { ...change, email: 'grace@shopper.example', resend: true }),
        items: () =>
          changeItems(shop, {
            ...change,
            change: { position: 0, quantity: 2, to: { productId: product.id, size: 'S', quantity: 2 } },
            difference: 0,
          }),
        // The return of an order asks for it: there is no request of its own.
        exchange: () =>
          transact(shop.database, (tx) =>
            changeInTransaction(shop, tx, 'exchange', change, async () => ({ kind: 'exchanged' })),
          ),
        cancel: () => cancelOrder(shop, { ...change, restock: true, reason: '' }),
        refund: async () => refundOrder(shop, await refundOf(number, { permissions })),
        restock: () => restockOrder(shop, { ...change, units: [{ position: 0, quantity: 1 }], reason: '' }),
        resolve: () => resolveAttention(shop, { ...change, outcome: 'stands', note: '' }),
        note: () => addOrderNote(shop, { ...change, noteId: 'a-note-1', text: 'Called' }),
        tag: () => tagOrder(shop, { ...change, add: ['gift'], remove: [] }),
        'resend-mail': () => resendMail(shop, { ...change, mailId: 1 }),
      }[action]()
      expect(outcome).toEqual({ kind: 'not-permitted' })
      expect({ order: await found(number), history: await historyOf(number) }).toEqual(before)
    },
  )

  test('leaves the payment of an unpaid order alone without the permission to cancel', async () => {
    const { orderNumber, clientSecret } = await placed()
    const change = { ...(await seen(orderNumber)), permissions: [], restock: true, reason: '' }
    expect(await cancelOrder(shop, change)).toEqual({ kind: 'not-permitted' })
    expect((await shop.gateway.findIntentBySecret(clientSecret))?.state).not.toBe('canceled')
  })
})
