import { dateFormat } from '#domain/date-format.ts'
import { selectableCurrencies } from '#domain/currency.ts'
import { CONTACT_DETAILS, socialLinks, type ContactDetails } from '#domain/settings/contact-details.ts'
import { offersWithdrawal } from '#domain/inbox/withdrawal.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { countryCodes, WITHDRAWAL } from '#domain/settings/withdrawal.ts'
import { currentSetting, cachedSetting } from '#operations/settings/current-setting.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import type { Shop } from '#operations/shop.ts'
import { RATE_ATTRIBUTIONS } from '#providers/rates/exchange-rates.ts'
import type { FrameProps, PageRequest, RateNote } from '#web/page.ts'

const ONE_DAY_MS = 24 * 60 * 60_000
/** A rate older than this many days is shown with its day. */
const FRESH_DAYS = 2

/** The props of the bar and the footer on every storefront page. */
export async function frameProps(shop: Shop, request: PageRequest): Promise<FrameProps> {
  const [note, contact, tariff, { countries }] = await Promise.all([
    rateNote(shop, request),
    currentSetting(shop, CONTACT_DETAILS),
    currentSetting(shop, SHIPPING),
    currentSetting(shop, WITHDRAWAL),
  ])
  return {
    ...framePropsWith(shop, request, contact),
    rateNote: note,
    offersWithdrawal: offersWithdrawal(tariff, countryCodes(countries)),
  }
}

/** The same for a page without prices, which must not wait for a database that may be down. */
export function framePropsWithoutRate(shop: Shop, request: PageRequest): FrameProps {
  const countries = countryCodes(cachedSetting(shop, WITHDRAWAL).countries)
  return {
    ...framePropsWith(shop, request, cachedSetting(shop, CONTACT_DETAILS)),
    offersWithdrawal: offersWithdrawal(cachedSetting(shop, SHIPPING), countries),
  }
}

function framePropsWith(
  shop: Shop,
  { path, query, currency }: PageRequest,
  contact: ContactDetails,
): Omit<FrameProps, 'offersWithdrawal'> {
  const selectable = selectableCurrencies()
  return {
    currentPath: path,
    searchQuery: query.get('q')?.trim() ?? '',
    currency,
    currencyChoices: selectable.includes(currency) ? [...selectable] : [currency, ...selectable],
    year: new Date(shop.now()).getFullYear(),
    social: socialLinks(contact),
    rateNote: null,
    testMode: shop.gateway.isTest,
  }
}

async function rateNote(
  shop: Shop,
  { currency, words }: Pick<PageRequest, 'currency' | 'words'>,
): Promise<RateNote | null> {
  const rate = await findExchangeRate(shop, currency)
  if (rate === null) return null
  const day = Date.parse(rate.asOf)
  const today = Math.floor(shop.now() / ONE_DAY_MS) * ONE_DAY_MS
  const isOld = today - day > FRESH_DAYS * ONE_DAY_MS
  const attribution = RATE_ATTRIBUTIONS[rate.source] ?? null
  if (!isOld && attribution === null) return null
  const format = dateFormat(words.language.LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' })
  return { currency, day: isOld ? format.format(day) : null, attribution }
}
