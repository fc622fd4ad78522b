import { SELECTABLE_CURRENCIES } from '#domain/currency.ts'
import type { Shop } from '#operations/shop.ts'
import type { FrameProps, PageRequest } from '#web/page.ts'

/** The props of the bar and the footer on every storefront page. */
export function frameProps(shop: Shop, { path, query, currency }: PageRequest): FrameProps {
  return {
    currentPath: path,
    searchQuery: query.get('q')?.trim() ?? '',
    currency,
    currencyChoices: SELECTABLE_CURRENCIES.includes(currency as (typeof SELECTABLE_CURRENCIES)[number])
      ? [...SELECTABLE_CURRENCIES]
      : [currency, ...SELECTABLE_CURRENCIES],
    year: new Date(shop.now()).getFullYear(),
    social: shop.settings.contact.social,
    testMode: shop.gateway.isTest,
  }
}
