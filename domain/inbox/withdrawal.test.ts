import { expect, test } from 'vitest'
import { DEFAULT_SHIPPING, EVERYWHERE } from '#domain/checkout/shipping/shipping-tariff.ts'
import * as v from 'valibot'
import { countryCodes, WITHDRAWAL } from '#domain/settings/withdrawal.ts'
import { checkWithdrawal, offersWithdrawal } from './withdrawal.ts'

const STATED = { name: 'Ada Prairie', email: 'ada@shopper.example', contract: 'R-7K3M-9QX2', part: '' }

test('a withdrawal needs a name, a contract and an address for the receipt; a part of it only where it is one', () => {
  expect(checkWithdrawal({ ...STATED, contract: ' R-7K3M-9QX2 ' })).toEqual({ withdrawal: STATED })
  expect(checkWithdrawal({ name: ' ', email: 'ada', contract: '\u0000' })).toEqual({
    faults: { name: 'no-name', email: 'no-email', contract: 'no-contract' },
  })
  expect(checkWithdrawal({ ...STATED, contract: 'x'.repeat(201), part: 'x'.repeat(1_001) })).toEqual({
    faults: { contract: 'long-contract', part: 'long-part' },
  })
})

test('it is offered as long as the shop sends to a country of the list', () => {
  const to = (...countries: string[]) => ({
    zones: [
      {
        name: 'Zone',
        places: countries.map((country) => ({ country, region: '', postal: [] })),
        methods: DEFAULT_SHIPPING.zones[0]!.methods,
      },
    ],
  })
  expect(offersWithdrawal(to('CA', 'FR'), ['DE', 'FR'])).toBe(true)
  expect(offersWithdrawal(to('CA', 'US'), ['DE', 'FR'])).toBe(false)
  expect(offersWithdrawal(to(EVERYWHERE), ['DE'])).toBe(true)
  expect(offersWithdrawal(to(EVERYWHERE), [])).toBe(false)
})

test('the list is the twenty-seven members of the Union until an owner changes it, by codes that exist', () => {
  expect(countryCodes(WITHDRAWAL.fallback.countries)).toHaveLength(27)
  expect(v.parse(WITHDRAWAL.schema, WITHDRAWAL.fallback)).toEqual(WITHDRAWAL.fallback)
  expect(v.parse(WITHDRAWAL.schema, { countries: ' de,fr ;DE no' })).toEqual({ countries: 'DE, FR, NO' })
  expect(v.parse(WITHDRAWAL.schema, { countries: '' })).toEqual({ countries: '' })
  const [issue] = v.safeParse(WITHDRAWAL.schema, { countries: 'DE, UK' }).issues ?? []
  expect(issue?.message).toBe('There is no country UK. Enter codes such as DE, FR.')
})
