import { expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { readOwnDocument } from '#operations/orders/documents/own-documents.ts'
import { runsOf, writeDocument } from '#operations/orders/documents/write-document.ts'
import { orderPath } from '#operations/order-link.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { deliverWebhooks, PAYS } from '#test/support/buyer.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'
import { LANGUAGES } from '#words/languages.ts'

describeOnEachDatabase('The documents of an order', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  serveBeforeEach(open, (opened) => ({ shop, served, product } = opened), hoodie({ stock: 20 }))

  const read = async (number: string, file: string) =>
    (await readOwnDocument(shop, await desk.found(number), file)) ?? expect.fail(`There is no ${file}`)
  const linkTo = async (number: string, file: string) =>
    served.url + orderPath(shop, await desk.found(number)).replace('?', `/documents/${file}?`)

  test('an invoice has the shop, the customer, the items, what they cost and how it was paid', async () => {
    const { number } = await desk.paid(PAYS)
    const { seller, buyer, lines, sums, total, facts, paper, ...invoice } = await read(number, 'invoice.pdf')
    expect(invoice).toMatchObject({ title: 'Invoice', number: `No. ${number}`, language: 'en-CA' })
    expect(seller[0]).toBe(SHOP_IDENTITY.fallback.name)
    expect(buyer.lines).toEqual([
      CUSTOMER.name,
      expect.any(String),
      expect.any(String),
      'Canada',
      CUSTOMER.email,
    ])
    expect(lines).toEqual([
      { what: product.name, details: ['Size: M'], quantity: '2', price: 'C$118.00', amount: 'C$236.00' },
    ])
    expect(sums).toContainEqual(['Subtotal', 'C$236.00'])
    expect(sums[total]).toEqual(['Total', 'C$265.72'])
    expect(facts).toContainEqual(['By', 'Card or wallet'])
    expect(paper).toBe('LETTER')
  })

  test('a refund that is back has a credit note with its parts, in the language of the order', async () => {
    Object.assign(shop, { languages: LANGUAGES })
    const { number } = await desk.paid(PAYS)
    await open().db.updateTable('orders').set({ language: 'fr' }).where('number', '=', number).execute()
    const link = () => linkTo(number, 'credit-note-1.pdf')
    expect((await fetch(await link())).status).toBe(404)
    await refundOrder(shop, await desk.refundOf(number))
    await desk.settled()
    await deliverWebhooks(shop)
    const note = await read(number, 'credit-note-1.pdf')
    expect(note).toMatchObject({ title: 'Note de crédit', number: `Nº ${number}-C1`, language: 'fr-CA' })
    expect(note.facts).toContainEqual(['Pour la facture', number])
    expect(note.sums[note.total]).toEqual(['Remboursé au total', expect.stringContaining('50,00')])
    expect((await fetch(await link())).status).toBe(200)
    const page = await (await fetch(served.url + orderPath(shop, await desk.found(number)))).text()
    expect(page).toContain('Facture (PDF)')
    expect(page).toContain('Note de crédit 1 (PDF)')
  })

  test('whoever may not open the order gets none, and an order that was not paid has none', async () => {
    const { number } = await desk.paid(PAYS)
    const right = await linkTo(number, 'invoice.pdf')
    const answer = await fetch(right)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    const other = await desk.paid(PAYS)
    const key = new URL(await linkTo(other.number, 'invoice.pdf')).searchParams.get('key')!
    const wrong = [
      right.slice(0, -2),
      right.replace(/key=.*/, `key=${key}`),
      right.replace(/\?.*/, ''),
      right.replace('invoice', 'credit-note-1'),
      await linkTo((await desk.placed()).orderNumber, 'invoice.pdf'),
    ]
    for (const one of wrong) expect((await fetch(one)).status, one).toBe(404)
  })

  test('a PDF is tagged in its language, and sets names of every European script', async () => {
    const { number } = await desk.paid(PAYS, {
      customer: { ...CUSTOMER, name: 'Łukasz Đặng Ψάλτης Щербаков Ґ' },
    })
    const document = await read(number, 'invoice.pdf')
    const pdf = Buffer.from(await writeDocument(document)).toString('latin1')
    expect(pdf.startsWith('%PDF-1.7')).toBe(true)
    expect(pdf).toContain('/Lang (en-CA)')
    expect(pdf).toContain('/Marked true')
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
    expect(pdf.match(/\/FontFile2/g)!.length).toBeGreaterThan(5)
    const lines = Array.from({ length: 60 }, () => document.lines[0]!)
    const long = Buffer.from(await writeDocument({ ...document, lines })).toString('latin1')
    expect(long.match(/\/Type \/Page\b(?!s)/g)!.length).toBeGreaterThan(2)
    expect(runsOf('Ada Łęcka 山')).toEqual([
      { face: 'latin', text: 'Ada ' },
      { face: 'latin-ext', text: 'Łę' },
      { face: 'latin', text: 'cka ?' },
    ])
  })
})
