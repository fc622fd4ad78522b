import { beforeEach, expect, test } from 'vitest'
import { sendContactMessage } from '#operations/inbox/send-contact-message.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { deliverWebhooks, one, orderFor, PAYS, place } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'

describeOnEachDatabase('fields for templates of a mail service', (open) => {
  let shop: TestShop
  beforeEach(async () => {
    shop = await openTestShop(open())
  })

  test('the contact form has from_name, from_email, subject and message', async () => {
    const { name, email } = CUSTOMER
    await sendContactMessage(shop, { name, email, subject: 'wholesale', message: 'Fifty hoodies, please' })
    await deliverOutbox(shop)
    expect(shop.mails).toMatchObject([
      {
        kind: 'contact-message',
        fields: {
          from_name: name,
          from_email: email,
          subject: 'Wholesale',
          message: 'Fifty hoodies, please',
        },
      },
    ])
  })

  test('the order notification has name, email, phone, address, order and total', async () => {
    const product = await shop.catalog.add(hoodie())
    const { clientSecret, orderNumber } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await deliverWebhooks(shop)
    await deliverOutbox(shop)
    const mail = shop.mails.find(({ kind }) => kind === 'order-notification')
    expect(mail?.fields).toEqual({
      name: CUSTOMER.name,
      email: CUSTOMER.email,
      phone: CUSTOMER.phone,
      address: '12 Broadway Ave, Saskatoon, Saskatchewan, Canada, S7K 1A1',
      order: expect.stringMatching(/^\[TEST\] 1x Emblem Hoodie \(Size: \w\)$/) as string,
      total: 'C$145.36',
      order_number: orderNumber,
    })
  })
})
