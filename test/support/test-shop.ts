import { followCurrency } from '#operations/settings/charge-currency.ts'
import { followLanguages } from '#operations/settings/follow-languages.ts'
import { join } from 'node:path'
import { readConfig } from '#config'
import { openSignedLinks } from '#db/engine/signed-links.ts'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import type { StockChange } from '#domain/stock/stock-change.ts'
import { TIME_ZONE } from '#domain/settings/time-zone.ts'
import { cents } from '#domain/money.ts'
import type { ProductDraft } from '#domain/catalog/product.ts'
import { withEmptyFields } from '#domain/catalog/product-fields.ts'
import { PlacementQueue, PLACEMENTS } from '#operations/placement-queue.ts'
import { cachedSetting } from '#operations/settings/current-setting.ts'
import { SavedSettings } from '#operations/saved-settings.ts'
import type { ChangeTopic, Changes, Shop } from '#operations/shop.ts'
import { SqlCatalog } from '#providers/catalog/sql-catalog.ts'
import { BuiltInIdentity } from '#providers/identity/built-in-identity.ts'
import { KeptDrawings } from '#providers/images/kept-drawings.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { Mail } from '#providers/mail/mailer.ts'
import { TestGateway, type TestGatewayOptions } from '#providers/payments/test-gateway/test-gateway.ts'
import { GATEWAY_LABELS } from '#providers/payments/payment-gateways.ts'
import { english } from '#words/en/english.ts'
import type { Words } from '#words/languages.ts'
import { bundledRates } from '#providers/rates/bundled-rates.ts'

/** A shop on a test database with an adjustable clock, a readable mail box, and the real test gateway. */
export interface TestShop extends Shop {
  gateway: TestGateway
  /** The sent mails, in order. */
  mails: Mail[]
  /** The announced changes, in order. */
  announced: ChangeTopic[]
  /** The logged errors. A test that expects some clears the list. */
  failures: { message: string; error: unknown }[]
  /** While true, the mail server is down. */
  mailIsDown: boolean
  /** Advances the clock. */
  pass(milliseconds: number): void
}

const NOON = Date.parse('2026-11-21T12:00:00Z')
const CARRIER_COLUMNS = readConfig({}).carrierColumns

export async function openTestShop(
  database: ShopDatabase,
  options: Omit<TestGatewayOptions, 'now'> & { start?: number } = {},
): Promise<TestShop> {
  const { start = NOON, ...gatewayOptions } = options
  let time = start
  let timeZone: string | null = null
  const now = () => time
  const placements = new PlacementQueue(PLACEMENTS[database.engine])
  const listeners: ((topic: ChangeTopic) => void)[] = [() => placements.recheck()]
  const changes: Changes = {
    listen: (listener) => void listeners.push(listener),
    async publish(topic) {
      shop.announced.push(topic)
      for (const listener of listeners) listener(topic)
    },
  }
  const languages = new Map<string, Words>([['en', english]])
  const shop: TestShop = {
    settings: {
      publicUrl: 'http://shop.example',
      dataDir: '/nowhere',
      holdMinutes: 15,
      reminderHoldMinutes: 15,
      orderLimit: { units: 10, percent: 25 },
      networkUnits: 400,
      webhooksToInner: false,
      ownerEmail: 'owner@shop.example',
      mailFrom: 'Redemption <shop@shop.example>',
      get timeZone() {
        return timeZone ?? cachedSetting(shop, TIME_ZONE).timeZone
      },
      set timeZone(chosen) {
        timeZone = chosen
      },
      carrierColumns: CARRIER_COLUMNS,
      variables: {
        CONTACT_EMAIL: 'hello@shop.example',
        CONTACT_PHONE: '+1 306 555 0199',
        SOCIAL_INSTAGRAM: 'https://instagram.example/shop',
        SOCIAL_TIKTOK: '',
        SOCIAL_X: '',
      },
    },
    savedSettings: new SavedSettings(database, changes),
    languages,
    id: 'shop_test',
    database,
    catalog: new SqlCatalog(database, now),
    source: null,
    gateway: await TestGateway.open(database, { ...gatewayOptions, now }),
    gatewayLabels: GATEWAY_LABELS,
    mailer: {
      async send(mail) {
        if (shop.mailIsDown) throw new Error('The mail server is down')
        shop.mails.push(mail)
      },
      async deleteCopies(ids) {
        shop.mails = shop.mails.filter(({ id }) => !ids.includes(id))
      },
      async close() {},
    },
    rates: bundledRates(),
    rateService: null,
    geolocation: { country: (address) => (address === '203.0.113.81' ? 'JP' : null) },
    images: noImages,
    drawings: new KeptDrawings({
      workerFile: join(import.meta.dirname, '../../providers/images/making/picture-worker.ts'),
    }),
    continuous: null,
    restoration: null,
    backups: null,
    identity: new BuiltInIdentity(database, { passwordCost: { N: 16, r: 1, p: 1 } }),
    connections: [],
    setUp: {
      suppliers: () => [],
      variables: () => [],
      choose: () => ({ fault: 'Not in this test.' }),
      seal: () => null,
      unseal: () => null,
      async takeUp() {},
    },
    certificate: null,
    rehearsals: null,
    updates: null,
    changes,
    placements,
    signedLinks: await openSignedLinks(database),
    log: {
      info() {},
      error: (message, error) => void shop.failures.push({ message, error }),
    },
    now,
    mails: [],
    announced: [],
    failures: [],
    mailIsDown: false,
    pass: (milliseconds) => void (time += milliseconds),
  }
  await followCurrency(shop)
  await followLanguages(shop, languages)
  return shop
}

/** Pictures are tested separately. */
const noImages: ImageStore = {
  store: async () => ({ kind: 'not-a-picture' }),
  redraw: async () => ({ kind: 'not-a-picture' }),
  url: (key, width, format) => `/pictures/${key}-${width}.${format}`,
  widthsFor: () => [320, 640],
  origins: [],
  films: null,
  find: async () => null,
  list: async () => ({ keys: [], next: '' }),
  missing: async () => [],
  remove: async () => false,
  removeUnfinished: async () => 0,
  close: async () => {},
}

/** A hoodie for 118 dollars in S and M with ten units in total by default. */
export function hoodie(changes: Partial<ProductDraft> = {}): ProductDraft {
  return withEmptyFields({
    name: 'Emblem Hoodie',
    price: cents(118_00),
    category: 'Hoodies',
    description: 'Heavy fleece with the emblem in red.',
    stock: 10,
    sizes: [
      { size: 'S', stock: null },
      { size: 'M', stock: null },
    ],
    ...changes,
  })
}

/** A change of stock for which nothing depends on who made it. */
export const SOLD: StockChange = { reason: 'sold', by: 'system', orderId: null, at: 0 }

/** A complete checkout form. */
export const CUSTOMER = {
  name: 'Ada Prairie',
  email: 'ada@shopper.example',
  phone: '306 555 0123',
  address: '12 Broadway Ave',
  city: 'Saskatoon',
  country: 'CA',
  region: 'Saskatchewan',
  postal: 'S7K 1A1',
} as const
