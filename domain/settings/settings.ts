import { ACCOUNTS_SETTING } from './accounts.ts'
import { ANNOUNCEMENT } from './announcement.ts'
import { BLOCK_LIST } from './block-list.ts'
import { BRAND } from './brand/brand.ts'
import { CATEGORIES_SETTING } from './categories.ts'
import { CHARGED_CURRENCY } from './currency.ts'
import { CONTACT_DETAILS } from './contact-details.ts'
import { FIT } from './fit.ts'
import { HOME_PAGE } from './home-page.ts'
import { SPOKEN_LANGUAGES } from './languages.ts'
import { MAIL_IDENTITY } from './mail-identity.ts'
import { MENUS } from './menus.ts'
import { ORDER_REVIEW } from './order-review.ts'
import { OWN_CHANGES } from './own-changes.ts'
import { POLICIES } from './policies.ts'
import { PRIOR_PRICE } from './prior-price.ts'
import { RETURNS } from './returns.ts'
import type { Setting } from './setting.ts'
import { SHOP_IDENTITY } from './shop-identity.ts'
import { START } from './start.ts'
import { TAX } from './tax.ts'
import { TIME_ZONE } from './time-zone.ts'
import { WALLETS } from './wallets.ts'
import { WITHDRAWAL } from './withdrawal.ts'

/** The settings that owners change on the general screen, in its order. */
export const SETTINGS = [
  SHOP_IDENTITY,
  BRAND,
  CONTACT_DETAILS,
  TIME_ZONE,
  SPOKEN_LANGUAGES,
  CHARGED_CURRENCY,
  TAX,
  ANNOUNCEMENT,
  HOME_PAGE,
  MENUS,
  CATEGORIES_SETTING,
  PRIOR_PRICE,
  WALLETS,
  POLICIES,
  ORDER_REVIEW,
  BLOCK_LIST,
  OWN_CHANGES,
  RETURNS,
  FIT,
  WITHDRAWAL,
  MAIL_IDENTITY,
  ACCOUNTS_SETTING,
  START,
] as const

/** The setting with this name; null when there is none. */
export function findSettingNamed(name: string): Setting<Record<string, unknown>> | null {
  const all = SETTINGS as readonly Setting<object>[]
  return (all.find((setting) => setting.name === name) as Setting<Record<string, unknown>>) ?? null
}
