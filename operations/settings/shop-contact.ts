import { CONTACT_DETAILS, socialLinks, type SocialLink } from '#domain/settings/contact-details.ts'
import type { Shop } from '#operations/shop.ts'
import { currentSetting } from './current-setting.ts'

/** How shoppers reach the shop. `social`: its profiles elsewhere. */
export interface ShopContact {
  email: string
  phone: string
  social: SocialLink[]
}

/** The contact details that pages show. */
export async function readContact(shop: Pick<Shop, 'savedSettings' | 'settings'>): Promise<ShopContact> {
  const details = await currentSetting(shop, CONTACT_DETAILS)
  return { email: details.email, phone: details.phone, social: socialLinks(details) }
}

/** Where replies to emails of the shop go; null until owners have set an address: the first one is a placeholder. */
export async function findReplyAddress(
  shop: Pick<Shop, 'savedSettings' | 'settings'>,
): Promise<string | null> {
  const { email } = await currentSetting(shop, CONTACT_DETAILS)
  return email === '' || email === CONTACT_DETAILS.fallback.email ? null : email
}
