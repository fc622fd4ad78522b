import { expect, test } from 'vitest'
import { DEFAULT_SHIPPING } from './shipping/shipping-tariff.ts'
import { pageTariff } from './page-tariff.ts'
import { TARIFF, type VersionedTariff } from './tariff.ts'

test('a page gets what it adds up itself, and nothing that only the server prices with', () => {
  const tariff: VersionedTariff = {
    ...TARIFF,
    pricesIncludeTax: true,
    home: { country: 'CA', region: 'Yukon', name: 'Yukon' },
    shopPlace: { country: 'CA', region: 'Yukon' },
    zones: DEFAULT_SHIPPING,
    pricedBy: { taxVersion: 3, taxDay: '2026-11-27', promotionsVersion: 0, shippingVersion: 2 },
  }
  const { shopPlace: _place, zones: _zones, pricedBy: _versions, ...shown } = tariff
  expect(pageTariff(tariff)).toEqual({ ...shown, taxVersion: 3 })
})
