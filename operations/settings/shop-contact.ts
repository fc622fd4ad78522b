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
