import countryToCurrency from 'country-to-currency'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  amountIn,
  CHARGEABLE_CURRENCIES,
  chargedUnit,
  chargeIn,
  CURRENCIES,
  currencyName,
  findCurrency,
  formatMoney,
  parseCurrencyCode,
  selectableCurrencies,
} from './currency.ts'
import { cents, formatCents } from './money.ts'

const amounts = fc.integer({ min: 0, max: 99_999_999 }).map(cents)
const rates = fc.double({ min: 0.0001, max: 100_000, noNaN: true })

describe('the table of currencies', () => {
  test('has 33 currencies, each once, base currency first', () => {
    expect(CURRENCIES).toHaveLength(33)
    expect(new Set(CURRENCIES.map(({ code }) => code)).size).toBe(33)
    expect(CURRENCIES[0].code).toBe('CAD')
  })

  test('has only codes and locales that Intl knows', () => {
    const known = Intl.supportedValuesOf('currency')
    for (const { code, locale } of CURRENCIES) {
      expect(known).toContain(code)
      expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale])
    }
  })

  test('has only currencies of real countries', () => {
    const inUse = new Set<string>(Object.values(countryToCurrency))
    expect(CURRENCIES.filter(({ code }) => !inUse.has(code))).toEqual([])
  })

  test('has the symbol that Intl writes, in the home locale or in English; C$, US$ and S$ are defined by the shop', () => {
    const byIntl = (locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .find(({ type }) => type === 'currency')?.value
    const others = CURRENCIES.filter(
      ({ code, symbol, locale }) =>
        ![
          byIntl(locale, code, 'symbol'),
          byIntl('en', code, 'symbol'),
          byIntl('en', code, 'narrowSymbol'),
        ].includes(symbol),
    )
    expect(others.map(({ code, symbol }) => [code, symbol])).toEqual([
      ['CAD', 'C$'],
      ['USD', 'US$'],
      ['SGD', 'S$'],
    ])
  })

  test('shows two decimals, and none for the three currencies written without them', () => {
    const digits = (currency: string, locale: string) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    const without = CURRENCIES.filter(({ code, locale }) => digits(code, locale) === 0)
    expect(without.map(({ code }) => code)).toEqual(['JPY', 'KRW', 'IDR'])
    for (const currency of CURRENCIES.filter((one) => !without.includes(one))) {
      expect(digits(currency.code, currency.locale)).toBe(2)
      expect(formatMoney(cents(123_45), currency.code, 1)).toMatch(/123[.,]45/)
    }
    for (const { code } of without) expect(formatMoney(cents(123_45), code, 1)).toMatch(/123(?![.,\d])/)
  })

  test('offers ten for selection, in the order of the spec', () => {
    expect(selectableCurrencies().join(' ')).toBe('CAD USD EUR GBP JPY AUD NGN INR CNY BRL')
  })

  test('formats every price in western digits, with normal-width signs and no direction marks', () => {
    for (const { code } of CURRENCIES) {
      expect(formatMoney(cents(123_45), code, 1)).toMatch(/12[34]/)
      expect(formatMoney(cents(123_45), code, 1)).not.toMatch(/[\uff00-\uffef]/)
      expect(formatMoney(cents(123_45), code, 1)).not.toMatch(/[\u200e\u200f\u061c]/)
    }
  })
})

describe('parsing a code', () => {
  test.each(['cad', 'XXX', '', null, undefined, 7, {}, ['CAD'], '__proto__'])(
    '%j is not a currency',
    (value) => {
      expect(parseCurrencyCode(value)).toBeNull()
    },
  )

  test('finds every currency of the table', () => {
    for (const currency of CURRENCIES) {
      expect(parseCurrencyCode(currency.code)).toBe(currency.code)
      expect(findCurrency(currency.code)).toBe(currency)
    }
    expect(findCurrency('XXX')).toBeNull()
  })
})

describe('a price in the visitor’s currency', () => {
  afterEach(() => vi.restoreAllMocks())

  test('is what Intl formats for the currency in its locale, with the name of dollars other than Canadian ones', () => {
    const own = CURRENCIES.map(({ code, symbol, locale }) => ({
      code,
      symbol,
      intl: new Intl.NumberFormat(locale, { style: 'currency', currency: code }),
    }))
    fc.assert(
      fc.property(amounts, rates, fc.constantFrom(...own), (amount, rate, { code, symbol, intl }) => {
        const used = code === 'CAD' ? 1 : rate
        const parts = intl.formatToParts((amount * used) / 100)
        const named = parts.map(({ value }) => (value === '$' && code !== 'CAD' ? symbol : value))
        expect(formatMoney(amount, code, rate)).toBe(named.join(''))
      }),
      { numRuns: 2_000 },
    )
  })

  test('keeps the digits of each currency', () => {
    expect(formatMoney(cents(25_00), 'CAD', 1)).toBe('$25.00')
    expect(formatMoney(cents(25_00), 'USD', 0.7048)).toBe('US$17.62')
    expect(formatMoney(cents(25_00), 'JPY', 110.99)).toBe('¥2,775')
    expect(formatMoney(cents(25_00), 'KRW', 1000)).toBe('₩25,000')
    expect(formatMoney(cents(25_00), 'EUR', 0.62)).toBe('15,50\u00a0€')
  })

  test('needs no rate for CAD', () => {
    expect(formatMoney(cents(25_00), 'CAD', null)).toBe('$25.00')
  })

  test.each([null, Number.NaN, Infinity, -Infinity, 0, -1])(
    'falls back to CAD when the rate is %s',
    (rate) => {
      expect(formatMoney(cents(1234_50), 'JPY', rate, { code: true, charged: true, compact: true })).toBe(
        'C$1234.50',
      )
    },
  )

  test('falls back to CAD when Intl fails', async () => {
    vi.resetModules()
    const { formatMoney } = await import('./currency.ts')
    vi.spyOn(Intl, 'NumberFormat').mockImplementation(() => {
      throw new RangeError('no such currency here')
    })
    expect(formatMoney(cents(12_05), 'PHP', 40)).toBe('C$12.05')
  })

  test('is compact only when requested, and only from 1000', () => {
    expect(formatMoney(cents(1_234_56), 'USD', 1)).toBe('US$1,234.56')
    expect(formatMoney(cents(1_234_56), 'USD', 1, { compact: true })).toBe('US$1.2K')
    expect(formatMoney(cents(999_99), 'USD', 1, { compact: true })).toBe('US$999.99')
    expect(formatMoney(cents(1_000_00), 'USD', 1, { compact: true })).toBe('US$1K')
  })

  test('shows the currency code and the CAD charge only when requested', () => {
    expect(formatMoney(cents(20_00), 'USD', 0.7, { code: true })).toBe('$14.00 USD')
    expect(formatMoney(cents(20_00), 'USD', 0.7, { charged: true })).toBe('US$14.00 (20.00 CAD)')
    expect(formatMoney(cents(20_00), 'USD', 0.7, { code: true, charged: true })).toBe(
      '$14.00 USD (20.00 CAD)',
    )
    expect(formatMoney(cents(20_00), 'CAD', 1, { charged: true })).toBe('$20.00')
  })
})

describe('the charged currency', () => {
  afterEach(() => chargeIn('CAD'))

  test.each([
    ['CAD', 'C$1,234.50', 'CAD $', 'Canadian dollars'],
    ['USD', 'US$1,234.50', 'USD $', 'US dollars'],
    ['EUR', '€1,234.50', 'EUR €', 'euros'],
    ['GBP', '£1,234.50', 'GBP £', 'British pounds'],
    ['AUD', 'A$1,234.50', 'AUD $', 'Australian dollars'],
    ['NZD', 'NZ$1,234.50', 'NZD $', 'New Zealand dollars'],
    ['CHF', 'CHF\u00A01,234.50', 'CHF', 'Swiss francs'],
    ['SEK', 'SEK\u00A01,234.50', 'SEK', 'Swedish kronor'],
    ['NOK', 'NOK\u00A01,234.50', 'NOK', 'Norwegian kroner'],
    ['DKK', 'DKK\u00A01,234.50', 'DKK', 'Danish kroner'],
    ['PLN', 'PLN\u00A01,234.50', 'PLN', 'Polish zlotys'],
  ] as const)('%s names its amounts: %s', (code, amount, unit, name) => {
    chargeIn(code)
    expect(formatCents(cents(1_234_50))).toBe(amount)
    expect([chargedUnit(), currencyName(code)]).toEqual([unit, name])
  })

  test('is one of eleven, all with two decimals, so that amounts are cents', () => {
    expect(CHARGEABLE_CURRENCIES).toHaveLength(11)
    for (const currency of CHARGEABLE_CURRENCIES) {
      const { maximumFractionDigits } = new Intl.NumberFormat('en', {
        style: 'currency',
        currency,
      }).resolvedOptions()
      expect(maximumFractionDigits, currency).toBe(2)
    }
  })

  test('is shown without a rate, and in its place where there is none', () => {
    chargeIn('EUR')
    expect(formatMoney(cents(12_50), 'EUR', null)).toBe('12,50\u00a0€')
    expect(formatMoney(cents(12_50), 'CAD', null)).toBe('€12.50')
    expect(formatMoney(cents(12_50), 'CAD', 1.6)).toBe('C$20.00')
    expect(formatMoney(cents(12_50), 'CAD', 1.6, { charged: true })).toBe('C$20.00 (12.50 EUR)')
  })

  test('can be chosen to be displayed, first of all', () => {
    chargeIn('SEK')
    expect(selectableCurrencies().join(' ')).toBe('SEK CAD USD EUR GBP JPY AUD NGN INR CNY BRL')
  })
})

describe('In French', () => {
  const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')

  test.each([
    [cents(49_99), 'CAD', '49,99 $'],
    [cents(1_234_50), 'CAD', '1 234,50 $'],
    [cents(49_99), 'USD', '49,99 $ US'],
    [cents(49_99), 'EUR', '49,99 €'],
    [cents(50_00), 'JPY', '50 ¥'],
  ] as const)('%d cents in %s are %s', (amount, currency, said) => {
    expect(plain(formatMoney(amount, currency, 1, { language: 'fr-CA' }))).toBe(said)
  })

  test('what is charged has its sign behind it, with no-break spaces', () => {
    expect(amountIn('fr-CA', 123_450)).toBe('1\u00A0234,50\u00A0$')
    expect(plain(amountIn('fr-CA', -1_250))).toBe('−12,50 $')
    expect(amountIn('en-CA', 123_450)).toBe('C$1,234.50')
  })

  test('without a rate, prices are as they are charged', () => {
    expect(plain(formatMoney(cents(49_99), 'EUR', null, { language: 'fr-CA' }))).toBe('49,99 $')
  })
})
