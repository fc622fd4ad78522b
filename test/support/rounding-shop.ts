import { expect } from 'vitest'
import {
  DEFAULT_SHIPPING,
  EVERYWHERE,
  type ShippingMethod,
  type ShippingTariff,
} from '#domain/checkout/shipping/shipping-tariff.ts'
import { cents } from '#domain/money.ts'
import type { Promotion } from '#domain/promotions/promotion.ts'
import type { Setting } from '#domain/settings/setting.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { currentVersion } from '#operations/settings/current-setting.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { ALL, promotion } from './promotion.ts'
import { CUSTOMER } from './test-shop.ts'

/** Products, places and rates whose prices round in every way: for walks that compare each cent. */

const method = (id: string, steps: [upTo: number | null, price: number][], more = {}): ShippingMethod => ({
  id,
  name: id,
  kind: 'delivery',
  leastDays: 1,
  mostDays: 3,
  by: 'weight',
  steps: steps.map(([upTo, price]) => ({ upTo, price: cents(price) })),
  freeFrom: null,
  ...more,
})
const placeIn = (country: string) => [{ country, region: '', postal: [] }]

export const ROUNDING_ZONES: ShippingTariff = {
  ...DEFAULT_SHIPPING,
  pickupPlace: '12 Broadway Ave',
  zones: [
    {
      name: 'Canada',
      places: placeIn('CA'),
      methods: [
        method('post', [
          [1_000, 11_37],
          [null, 17_93],
        ]),
        method('express', [[null, 40_01]], { by: 'subtotal', freeFrom: cents(400_00) }),
        method('pickup', [], { kind: 'pickup', name: 'Pickup in Saskatoon' }),
      ],
    },
    { name: 'States', places: placeIn('US'), methods: [method('air', [[null, 30_03]])] },
    { name: 'Rest', places: placeIn(EVERYWHERE), methods: [method('sea', [[null, 60_11]])] },
  ],
  duties: [
    {
      country: 'US',
      terms: 'ddp',
      rates: [{ hsCode: '6109', origin: '', milliPercent: 16_501 }],
      otherMilliPercent: 33_333,
    },
  ],
}

/** Customers in provinces with other taxes, in the US with its duty, and elsewhere. */
export const ROUNDING_PLACES = [
  CUSTOMER,
  { ...CUSTOMER, city: 'Montreal', region: 'Quebec', postal: 'H2X 1Y4' },
  { ...CUSTOMER, city: 'Halifax', region: 'Nova Scotia', postal: 'B3H 1Y4' },
  { ...CUSTOMER, city: 'Beverly Hills', country: 'US', region: 'California', postal: '90210' },
  { ...CUSTOMER, city: 'Paris', country: 'FR', region: '', postal: '75001' },
]

export const ROUNDING_PRODUCTS = [
  { name: 'Tee', price: cents(33_33), weight: 210, hsCode: '610910', origin: 'CN' },
  { name: 'Kids Tee', price: cents(19_99), weight: null, taxFree: true, hsCode: '', origin: '' },
  { name: 'Parka', price: cents(149_95), weight: 1_400, hsCode: '620140', origin: 'VN' },
]

const SHIPPING_TOO = { combinesWith: ['order', 'product', 'shipping'] } as const

/** Promotions that apply by themselves, whose amounts round in every way: some of them, by the seed. */
export function roundingPromotions(random: (below: number) => number, productId: string): Promotion[] {
  const items = { products: [productId], categories: [] }
  const all = [
    promotion('third', { kind: 'percent', milliPercent: 33_333, items }, SHIPPING_TOO),
    promotion('seven', { kind: 'amount', amount: cents(7_01), items: ALL }, SHIPPING_TOO),
    promotion('steps', { kind: 'steps', steps: [{ from: cents(200_00), milliPercent: 10_000 }] }),
    promotion('less-shipping', { kind: 'shipping', off: cents(9_99), methods: [] }, SHIPPING_TOO),
    promotion('third-free', {
      kind: 'buy-get',
      buy: { items: ALL, quantity: 2 },
      get: { items: ALL, quantity: 1 },
      milliPercent: 100_000,
      mostTimes: null,
    }),
  ]
  return all.filter(() => random(2) === 0)
}

/** Saves a setting as the first member of the staff. */
export async function saveAsStaff<Value extends object>(
  shop: Shop,
  setting: Setting<Value>,
  value: Value,
): Promise<void> {
  const [member] = await shop.identity.people.list()
  const editor = { memberId: member!.id, permissions: PERMISSIONS, address: '', userAgent: '' }
  const { version } = await currentVersion(shop, setting)
  expect(await saveSetting(shop, setting, { version, value }, editor)).toMatchObject({ kind: 'saved' })
}
