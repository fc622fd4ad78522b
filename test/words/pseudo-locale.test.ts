import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServer, type ViteDevServer } from 'vite'
import { english } from '#words/en/english.ts'
import * as englishCatalogue from '#words/en/catalogue.ts'
import * as englishFrame from '#words/en/frame.ts'
import type { Translation } from '#words/en/language.ts'
import * as englishAlerts from '#words/en/mails/alerts.ts'
import * as englishLayout from '#words/en/mails/layout.ts'
import * as englishOperations from '#words/en/mails/operations.ts'
import * as englishOrders from '#words/en/mails/orders.ts'
import * as englishTasks from '#words/en/mails/tasks.ts'
import * as englishLostPayments from '#words/en/mails/lost-payments.ts'
import * as englishPaymentLinks from '#words/en/mails/payment-links.ts'
import * as englishFields from '#words/en/checkout/fields.ts'
import * as englishShipping from '#words/en/shipping.ts'
import * as englishPolicies from '#words/en/pages/policies.ts'
import * as englishShop from '#words/en/shop.ts'
import * as englishTotals from '#words/en/totals.ts'
import type * as orderMails from '#operations/mail/order-mails.ts'
import type { Product } from '#domain/catalog/product.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { words as textOf } from '#test/support/readable-page.ts'
import { hoodie, type TestShop } from '#test/support/test-shop.ts'
import type * as useWords from '#web/ui/use-words.ts'
import type { ShopPageProps } from '#web/storefront/shop/shop-page.tsx'
import * as catalogue from './pseudo/catalogue.ts'
import * as frame from './pseudo/frame.ts'
import * as alerts from './pseudo/mails/alerts.ts'
import * as layout from './pseudo/mails/layout.ts'
import * as operations from './pseudo/mails/operations.ts'
import * as orders from './pseudo/mails/orders.ts'
import * as tasks from './pseudo/mails/tasks.ts'
import * as lostPayments from './pseudo/mails/lost-payments.ts'
import * as paymentLinks from './pseudo/mails/payment-links.ts'
import * as fields from './pseudo/checkout/fields.ts'
import * as shipping from './pseudo/shipping.ts'
import * as policies from './pseudo/pages/policies.ts'
import * as shopWords from './pseudo/shop.ts'
import * as totals from './pseudo/totals.ts'

/** The compiler refuses a catalogue that lacks a sentence, or takes other values than the English one. */
export const PSEUDO = {
  catalogue: catalogue satisfies Translation<typeof englishCatalogue>,
  frame: frame satisfies Translation<typeof englishFrame>,
  shop: shopWords satisfies Translation<typeof englishShop>,
  totals: totals satisfies Translation<typeof englishTotals>,
  orders: orders satisfies Translation<typeof englishOrders>,
  alerts: alerts satisfies Translation<typeof englishAlerts>,
  operations: operations satisfies Translation<typeof englishOperations>,
  layout: layout satisfies Translation<typeof englishLayout>,
  policies: policies satisfies Translation<typeof englishPolicies>,
  tasks: tasks satisfies Translation<typeof englishTasks>,
  fields: fields satisfies Translation<typeof englishFields>,
  shipping: shipping satisfies Translation<typeof englishShipping>,
  lostPayments: lostPayments satisfies Translation<typeof englishLostPayments>,
  paymentLinks: paymentLinks satisfies Translation<typeof englishPaymentLinks>,
}

let vite: ViteDevServer
beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias: [{ find: /^#words\/en\/(?!english)/, replacement: '/test/words/pseudo/' }] },
  })
})
afterAll(() => vite.close())

/** A module of the shop in the pseudo-locale: `#words/en/` leads to test/words/pseudo/. */
async function inPseudo<Module>(file: string): Promise<Module> {
  return (await vite.ssrLoadModule(file)) as Module
}

/** The words that are still English: outside the brackets of a translated sentence, which may hold another one. */
function leftInEnglish(text: string, data: readonly string[]): string[] {
  const inBrackets = /⟦[^⟦⟧]*⟧/g
  const outside = text.replaceAll(inBrackets, ' ').replaceAll(inBrackets, ' ')
  return data.reduce((rest, value) => rest.replaceAll(value, ' '), outside).match(/\p{L}+/gu) ?? []
}

describe('The pseudo-locale', () => {
  test('keeps values, and uses the forms of a plural', () => {
    expect([1, 4].map(shopWords.items)).toEqual(['⟦1 îţéɱ⟧', '⟦4 îţéɱš⟧'])
    expect(shopWords.pageOf(2, 3)).toBe('⟦Þåĝé 2 öƒ 3⟧')
  })

  test('covers the whole shop page: filters, products, pages, bar and footer', async () => {
    const { default: ShopPage } = await inPseudo<{ default: ComponentType<ShopPageProps> }>(
      '/web/storefront/shop/shop-page.tsx',
    )
    const { PageWords } = await inPseudo<typeof useWords>('/web/ui/use-words.ts')
    const words = { ...english, catalogue, frame, shop: shopWords }
    const page = createElement(ShopPage, PAGE)
    const html = renderToString(createElement(PageWords.Provider, { value: words }, page))
    const attributes = Array.from(
      html.matchAll(/ (?:aria-label|title|placeholder|alt)="([^"]*)"/g),
      ([, said = '']) => said,
    )
    const text = [textOf(html), ...attributes].join(' ')
    expect(text).toContain(shopWords.show(60))
    expect(text).toContain(frame.outOfStock)
    expect(text).toContain(frame.copyright(2026))
    expect(leftInEnglish(text, DATA)).toEqual([])
  })
})

const PAGE: ShopPageProps = {
  frame: {
    currentPath: '/shop',
    searchQuery: '',
    currency: 'CAD',
    currencyChoices: ['CAD', 'EUR'],
    year: 2026,
    social: [{ label: 'Instagram', href: 'https://instagram.example/shop' }],
    rateNote: { currency: 'EUR', day: null, attribution: null },
    testMode: true,
  },
  query: { query: '', sort: 'newest', category: 'Hoodies', size: 'XL' },
  page: 1,
  pages: 2,
  served: {
    choices: { categories: [{ value: 'Hoodies', label: shopWords.category }], sizes: ['M', 'XL'] },
    total: 60,
    cards: [
      { id: 'tee', name: 'Emblem Tee', price: '$48.00', picture: null, outOfStock: false },
      { id: 'cap', name: 'Emblem Cap', price: '$38.00', picture: null, outOfStock: true },
    ],
    instead: 'tees',
    failed: false,
  },
}
/** What stays as it is: products, sizes, currencies, names of networks. */
const DATA = ['Emblem Tee', 'Emblem Cap', 'Instagram', 'CAD', 'EUR', 'XXL', 'XL', 'XS', 'L', 'M', 'S']

describeOnEachDatabase('A mail in the pseudo-locale', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie())

  test('confirms an order', async () => {
    const { sendOrderMail } = await inPseudo<typeof orderMails>('/operations/mail/order-mails.ts')
    const { number } = await desk.paid()
    const { id } = await desk.found(number)
    await sendOrderMail(shop, 'order-confirmation', { orderId: id })
    const [mail] = shop.mails
    expect(mail?.subject).toBe(orders.testSubject(orders.confirmed.subject(number)))
    expect(mail?.text).toContain(orders.confirmed.received(number))
    expect(mail?.text).toContain(totals.total)
    expect(mail?.html).toContain('<html lang="en-XA">')
  })
})
