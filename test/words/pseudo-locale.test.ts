import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#domain/catalog/product.ts'
import { sendOrderMail } from '#operations/mail/order-mails.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { PAYMENT_REQUEST } from '#test/support/payment-request.ts'
import { readablePage } from '#test/support/readable-page.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { PAYS } from '#test/support/buyer.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import { PSEUDO } from '#test/words/pseudo.ts'
import { english } from '#words/en/english.ts'

/** The words that are still English: outside the brackets of a translated sentence, which may hold another one. */
function leftInEnglish(text: string): string[] {
  const inBrackets = /⟦[^⟦⟧]*⟧/g
  let outside = text
  while (inBrackets.test(outside)) outside = outside.replaceAll(inBrackets, ' ')
  return DATA.reduce((rest, value) => rest.replaceAll(value, ' '), outside).match(/\p{L}+/gu) ?? []
}

/** What stays as it is: what owners typed, sizes, currencies, the names of networks and of the shop. */
const DATA = [
  'Emblem Hoodie',
  'Heavy fleece with the emblem in red',
  'hello@shop.example',
  'Instagram',
  'Redemption',
  'Hoodies',
  'Shirts',
  'Accessories',
  'Pants',
  'English',
  'CAD',
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'AUD',
  'NGN',
  'INR',
  'CNY',
  'BRL',
  'XXL',
  'XL',
  'XS',
  'L',
  'M',
  'S',
]

describe('The pseudo-locale', () => {
  test('keeps values, and uses the forms of a plural', () => {
    expect([1, 4].map(PSEUDO.shop.items)).toEqual(['⟦1 îţéɱ⟧', '⟦4 îţéɱš⟧'])
    expect(PSEUDO.shop.pageOf(2, 3)).toBe('⟦Þåĝé 2 öƒ 3⟧')
  })
})

describeOnEachDatabase('A shop that speaks two languages', (open) => {
  let shop: TestShop
  let product: Product
  let served: ServedShop
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())
  beforeEach(async () => {
    shop.languages = new Map([...shop.languages, ['en-XA', PSEUDO]])
    served = await serveShop(shop)
  })
  afterEach(() => served.close())

  const read = (path: string) => readablePage(served.url + path)

  test.each(['/shop', '/product/emblem-hoodie', '/cart', '/checkout', '/about', '/contact', '/nowhere'])(
    'shows %s in the language of its address, from one process and one cache',
    async (path) => {
      for (let times = 0; times < 2; times += 1) {
        const [own, other] = [await read(path), await read(`/en-XA${path}`)]
        expect(own.html).toContain('<html lang="en-CA">')
        expect(own.text).toContain(english.frame.ourStory)
        expect(own.text).not.toContain('⟦')
        expect(other.html).toContain('<html lang="en-XA">')
        const attributes = Array.from(
          other.html.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g),
          ([, said = '']) => said,
        )
        expect(leftInEnglish([other.text, ...attributes].join(' '))).toEqual([])
      }
    },
  )

  test('mails and shows an order in the language that it was made in', async () => {
    const other = await desk.paid(PAYS, { language: 'en-XA' })
    const own = await desk.paid()
    for (const [{ number }, words] of [
      [own, english],
      [other, PSEUDO],
    ] as const) {
      shop.mails = []
      const { id } = await desk.found(number)
      await sendOrderMail(shop, 'order-confirmation', { orderId: id })
      const [mail] = shop.mails
      const mails = words['mails/orders']
      expect(mail?.subject).toBe(mails.testSubject(mails.confirmed.subject(number)))
      expect(mail?.text).toContain(mails.confirmed.received(number))
      expect(mail?.text).toContain(words.totals.total)
      expect(mail?.html).toContain(`<html lang="${words.language.LANGUAGE}">`)
      const [link = ''] = /http:\/\/shop\.example\/order\/[^\s⟧]+/.exec(mail!.text!) ?? []
      const page = await read(link.replace('http://shop.example', ''))
      expect(page.html).toContain(`<html lang="${words.language.LANGUAGE}">`)
      expect(page.text).toContain(words.totals.subtotal)
    }
  })

  test('answers a request in the language that its page names', async () => {
    const refusal = async (language: string) => {
      const body = JSON.stringify({ link: 'none', key: 'none' })
      const headers = { 'content-type': 'application/json', 'accept-language': language }
      const answer = await fetch(`${served.url}/api/payment-links/pay`, { method: 'POST', headers, body })
      return ((await answer.json()) as { title: string }).title
    }
    expect(await refusal('en-CA')).toBe(english['payment-link'].noSuchLink)
    expect(await refusal('en-XA')).toBe(PSEUDO['payment-link'].noSuchLink)
    expect(await refusal('fr-CA,fr;q=0.9')).toBe(english['payment-link'].noSuchLink)
  })

  test.each([
    ['en-CA', english],
    ['en-XA', PSEUDO],
  ])(
    'says in %s what is wrong with the form of the checkout',
    async (language, { 'checkout/fields': words }) => {
      const errorsOf = async (wrong: object) => {
        const customer = { ...PAYMENT_REQUEST.customer, ...wrong }
        const items = [{ productId: product.id, size: 'M', quantity: 1 }]
        const answer = await fetch(`${served.url}/create-payment-intent`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'accept-language': language },
          body: JSON.stringify({ amount: 100, currency: 'cad', items, customer }),
        })
        return ((await answer.json()) as { errors: unknown }).errors
      }
      const { postalCodes, regions } = words
      const elsewhere = ['Newfoundland and Labrador']
      const message = words.postalElsewhere(
        'A1A 1A1',
        elsewhere,
        postalCodes['postal-code'],
        regions.province,
      )
      expect(await errorsOf({ postal: 'A1A 1A1' })).toEqual([{ path: '/customer/postal', message }])
      expect(await errorsOf({ email: '', city: 'x'.repeat(101), region: '' })).toEqual([
        { path: '/customer/email', message: words.form.enterEmail },
        { path: '/customer/city', message: words.form.tooLong(words.form.fieldNames.city, 100) },
        { path: '/customer/region', message: words.form.chooseRegion(regions.province) },
      ])
    },
  )
})
