import { charging, type ChargeableCurrency } from './charged-currency.ts'
import { decimalDollars, formatCents, signedCents, type SignedCents } from './money.ts'

/**
 * Every display currency (spec 3), with the locale that formats it. Where a country writes from right to left, with
 * other digits or with a sign that only its fonts have (Japan), its English locale keeps the price readable on these
 * pages.
 */
export const CURRENCIES = [
  { code: 'CAD', symbol: 'C$', locale: 'en-CA' },
  { code: 'USD', symbol: 'US$', locale: 'en-US' },
  { code: 'EUR', symbol: '€', locale: 'de-DE' },
  { code: 'GBP', symbol: '£', locale: 'en-GB' },
  { code: 'JPY', symbol: '¥', locale: 'en-JP' },
  { code: 'AUD', symbol: 'A$', locale: 'en-AU' },
  { code: 'NGN', symbol: '₦', locale: 'en-NG' },
  { code: 'INR', symbol: '₹', locale: 'en-IN' },
  { code: 'CNY', symbol: 'CN¥', locale: 'zh-CN' },
  { code: 'BRL', symbol: 'R$', locale: 'pt-BR' },
  { code: 'MXN', symbol: 'MX$', locale: 'es-MX' },
  { code: 'CHF', symbol: 'CHF', locale: 'de-CH' },
  { code: 'SEK', symbol: 'kr', locale: 'sv-SE' },
  { code: 'NOK', symbol: 'kr', locale: 'nb-NO' },
  { code: 'DKK', symbol: 'kr.', locale: 'da-DK' },
  { code: 'PLN', symbol: 'zł', locale: 'pl-PL' },
  { code: 'CZK', symbol: 'Kč', locale: 'cs-CZ' },
  { code: 'TRY', symbol: '₺', locale: 'tr-TR' },
  { code: 'ILS', symbol: '₪', locale: 'en-IL' },
  { code: 'AED', symbol: 'AED', locale: 'en-AE' },
  { code: 'SAR', symbol: 'SAR', locale: 'en-SA' },
  { code: 'ZAR', symbol: 'R', locale: 'en-ZA' },
  { code: 'GHS', symbol: 'GH₵', locale: 'en-GH' },
  { code: 'KES', symbol: 'Ksh', locale: 'en-KE' },
  { code: 'NZD', symbol: 'NZ$', locale: 'en-NZ' },
  { code: 'SGD', symbol: 'S$', locale: 'en-SG' },
  { code: 'HKD', symbol: 'HK$', locale: 'en-HK' },
  { code: 'TWD', symbol: 'NT$', locale: 'zh-TW' },
  { code: 'KRW', symbol: '₩', locale: 'ko-KR' },
  { code: 'THB', symbol: '฿', locale: 'th-TH' },
  { code: 'MYR', symbol: 'RM', locale: 'ms-MY' },
  { code: 'IDR', symbol: 'Rp', locale: 'id-ID' },
  { code: 'PHP', symbol: '₱', locale: 'en-PH' },
] as const

/** One row of the table. */
export type Currency = (typeof CURRENCIES)[number]

/** The ISO 4217 code of a currency in the table. */
export type CurrencyCode = Currency['code']

/** The currency in which rates are fetched and stored; others are worked out from two of them. */
export const RATES_BASE = 'CAD' satisfies CurrencyCode

/** The currencies that a shop may charge in. */
export const CHARGEABLE_CURRENCIES = [
  'CAD',
  'USD',
  'EUR',
  'GBP',
  'AUD',
  'NZD',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
] as const satisfies readonly ChargeableCurrency[]

/** `Canadian dollars`, `euros`: what a sentence calls it. */
export function currencyName(code: CurrencyCode, language = 'en'): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
  })
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? code
}

/** What stands before an amount of a currency that is charged: its sign, or its code where others share the sign. */
export function signOf(code: ChargeableCurrency): string {
  const symbol = findCurrency(code)?.symbol ?? code
  return /[$€£]$/.test(symbol) ? symbol : `${code}\u00A0`
}

/** Tells this process what the shop charges in. */
export function chargeIn(currency: ChargeableCurrency): void {
  Object.assign(charging, { currency, sign: signOf(currency) })
}

/** What a sentence calls the charged currency: `Canadian dollars`. */
export function chargedName(language: string): string {
  return currencyName(charging.currency, language)
}

/** The code of the charged currency as gateways and payments have it: `cad`. */
export function chargedCode(): string {
  return charging.currency.toLowerCase()
}

/** `CAD $`, `EUR €`, `CHF`: the unit of an amount that staff type. */
export function chargedUnit(): string {
  return [...new Set([charging.currency, charging.sign.replace(/^[A-Z]+/, '').trim()])].join(' ').trim()
}

/** The currencies of the selector, in display order: those of the specification (spec 9), and what is charged. */
export function selectableCurrencies(): readonly CurrencyCode[] {
  return [...new Set([charging.currency, ...SELECTABLE_CURRENCIES])]
}

const SELECTABLE_CURRENCIES = [
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
] as const satisfies readonly CurrencyCode[]

/** The currencies of the table that countries of the EU have. */
const EU_CURRENCIES: ReadonlySet<CurrencyCode> = new Set(['EUR', 'SEK', 'DKK', 'PLN', 'CZK'])

/** Whether a currency is one of the EU: pages are kept by currency, so it tells where a shopper is. */
export function isEuCurrency(code: CurrencyCode): boolean {
  return EU_CURRENCIES.has(code)
}

/** Parses a currency code in capitals; null when it is not in the table. */
export function parseCurrencyCode(value: unknown): CurrencyCode | null {
  return CURRENCIES.find((currency) => currency.code === value)?.code ?? null
}

/** The table row of a code; null when it is not in the table. */
export function findCurrency(code: string): Currency | null {
  return CURRENCIES.find((currency) => currency.code === code) ?? null
}

/** Options for formatting a price; all off by default (spec 9). */
export interface MoneyFormat {
  /** `$1.2K` for amounts of 1000 and more. */
  compact?: boolean
  /** Adds the currency's code: `$12.50 USD`. */
  code?: boolean
  /** Adds the amount charged, unless it is the amount shown: `$12.50 (17.74 CAD)`. */
  charged?: boolean
  /** Of its reader, as an IETF tag; by default English. */
  language?: string
}

/** How an amount is written in the languages whose readers expect one way for every currency. */
const localeOf = (language = '') => (language.startsWith('fr') ? 'fr-CA' : null)

/** Cents of the charged currency in the language of a reader: `C$1,234.50`, in French `1 234,50 $`. */
export function amountIn(language: string, amount: number): string {
  const locale = localeOf(language)
  if (locale === null) return formatCents(amount)
  return formatter(charging.currency, false, locale)
    .format(amount / 100)
    .replace('-', '−')
}

/**
 * Formats a price: `amount` in cents of the charged currency, shown in `currency` at `rate` (units of that currency per
 * unit of the charged one; for the charged one the rate is always 1). Each currency keeps its usual number of decimals.
 * Dollars of other countries are named, `US$12.50`: shoppers would take a bare `$` for theirs, or for the one that is
 * charged. Without a usable rate, or where the browser cannot format the currency, it is the sign and the amount that
 * are charged: `C$12.50` (spec 4 and 8). Never throws.
 */
export function formatMoney(
  amount: SignedCents,
  currency: CurrencyCode,
  rate: number | null,
  options: MoneyFormat = {},
): string {
  const isCharged = currency === charging.currency
  const value = (amount * (isCharged ? 1 : (rate ?? 0))) / 100
  try {
    if (!isCharged && !(Number(rate) > 0 && Number.isFinite(value))) throw new RangeError('No usable rate')
    const locale = localeOf(options.language)
    const local = formatter(currency, options.compact === true && value >= 1000, locale).format(value)
    // In French it is only the dollar of the reader that has no name: `12,50 $ US`.
    const isNamed = isCharged || options.code === true || (locale !== null && currency !== 'CAD')
    const text = isNamed
      ? local
      : local.replace(/(?<!\p{L})\$/u, locale === null ? (findCurrency(currency)?.symbol ?? '$') : '$ CA')
    const code = options.code ? ` ${currency}` : ''
    const charged = options.charged && !isCharged ? ` (${decimalDollars(amount)} ${charging.currency})` : ''
    return text + code + charged
  } catch {
    if (localeOf(options.language) !== null) return amountIn(options.language ?? '', amount)
    return `${amount < 0 ? '-' : ''}${charging.sign}${decimalDollars(signedCents(Math.abs(amount)))}`
  }
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Creating a formatter costs about a hundred times more than using one. */
function formatter(code: CurrencyCode, compact: boolean, locale: string | null = null): Intl.NumberFormat {
  const key = `${code}${compact ? '' : '.'}${locale ?? ''}`
  let known = formatters.get(key)
  if (!known) {
    known = new Intl.NumberFormat(locale ?? findCurrency(code)?.locale, {
      style: 'currency',
      currency: code,
      notation: compact ? 'compact' : 'standard',
    })
    formatters.set(key, known)
  }
  return known
}
