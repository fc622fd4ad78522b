import { dateFormat } from '#domain/date-format.ts'
import { selectableCurrencies } from '#domain/currency.ts'
import { CONTACT_DETAILS, socialLinks, type ContactDetails } from '#domain/settings/contact-details.ts'
import { offersWithdrawal } from '#domain/inbox/withdrawal.ts'
import { MENUS, type Menus } from '#domain/settings/menus.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import { countryCodes, WITHDRAWAL } from '#domain/settings/withdrawal.ts'
import { currentSetting, cachedSetting } from '#operations/settings/current-setting.ts'
import { cachedMenus, readMenus } from '#operations/settings/shop-menus.ts'
import { findExchangeRate } from '#operations/catalog/find-exchange-rate.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { RATE_ATTRIBUTIONS } from '#providers/rates/exchange-rates.ts'
import type { FrameProps, PageRequest, RateNote } from '#web/page.ts'
import { pathInLanguage } from '#domain/path-in-language.ts'
import { languageNamed, wordsIn, startOfPages } from '#words/languages.ts'

const ONE_DAY_MS = 24 * 60 * 60_000
/** A rate older than this many days is shown with its day. */
const FRESH_DAYS = 2

/** The props of the bar and the footer on every storefront page. */
export async function frameProps(own: Shop, request: PageRequest): Promise<FrameProps> {
  const shop = shopInLanguage(own, languageNamed(own, request.words))
  const [note, contact, menus, tariff, { countries }] = await Promise.all([
    rateNote(shop, request),
    currentSetting(shop, CONTACT_DETAILS),
    readMenus(shop),
    currentSetting(shop, SHIPPING),
    currentSetting(shop, WITHDRAWAL),
  ])
  return {
    ...framePropsWith(shop, request, contact, menus),
    rateNote: note,
    offersWithdrawal: offersWithdrawal(tariff, countryCodes(countries)),
  }
}

/** The same for a page without prices, which must not wait for a database that may be down. */
export function framePropsWithoutRate(own: Shop, request: PageRequest): FrameProps {
  const shop = shopInLanguage(own, languageNamed(own, request.words))
  const countries = countryCodes(cachedSetting(shop, WITHDRAWAL).countries)
  return {
    ...framePropsWith(shop, request, cachedSetting(shop, CONTACT_DETAILS), cachedMenus(shop)),
    offersWithdrawal: offersWithdrawal(cachedSetting(shop, SHIPPING), countries),
  }
}

function framePropsWith(
  shop: Shop,
  request: PageRequest,
  contact: ContactDetails,
  { header, footer }: Menus,
): Omit<FrameProps, 'offersWithdrawal'> {
  const { path, query, currency, words } = request
  const selectable = selectableCurrencies()
  const languages = otherLanguages(shop, request)
  return {
    currentPath: path,
    searchQuery: query.get('q')?.trim() ?? '',
    currency,
    currencyChoices: selectable.includes(currency) ? [...selectable] : [currency, ...selectable],
    header: isOwn('header', header)
      ? header
      : [
          { label: words.frame.shop, href: '/shop' },
          { label: words.frame.contact, href: '/contact' },
        ],
    ...(isOwn('footer', footer) && { footer }),
    year: new Date(shop.now()).getFullYear(),
    social: socialLinks(contact),
    ...(languages.length > 0 && { languages }),
    rateNote: null,
    testMode: shop.gateway.isTest,
  }
}

/** The page in the other languages; none for a page in the language of its order, which every address shows in that. */
function otherLanguages(
  shop: Shop,
  { path, query, language, words }: PageRequest,
): NonNullable<FrameProps['languages']> {
  if (words !== wordsIn(shop, language)) return []
  return Array.from(shop.languages)
    .filter(([name]) => name !== language)
    .map(([name, { language: other }]) => ({
      language: name,
      name: other.NAME,
      href: `${pathInLanguage(startOfPages(shop, name), path)}${query.size > 0 ? `?${query}` : ''}`,
    }))
}

/** Whether a menu is not the one that the page has by itself, in its language. */
function isOwn(which: keyof Menus, links: Menus['header']): boolean {
  return JSON.stringify(links) !== JSON.stringify(MENUS.fallback[which])
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
