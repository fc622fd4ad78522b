import * as v from 'valibot'
import type { Setting } from './setting.ts'
import { settingEmail, settingWebAddress } from './setting-text.ts'

/** How shoppers reach the shop. Whatever is empty is not shown. */
export interface ContactDetails {
  email: string
  phone: string
  instagram: string
  tiktok: string
  x: string
}

const phone = v.pipe(
  v.string('Enter a phone number.'),
  v.trim(),
  v.maxLength(40, 'Keep it to 40 characters.'),
  v.regex(/^$|^\+?[\d ().-]*\d[\d ().-]*$/, 'Enter a phone number, such as +1 306 555 0100.'),
)

/** The contact details as a setting: placeholders until an owner enters them. */
export const CONTACT_DETAILS: Setting<ContactDetails> = {
  name: 'contact',
  label: 'Contact and social links',
  schema: v.object({
    email: settingEmail,
    phone,
    instagram: settingWebAddress,
    tiktok: settingWebAddress,
    x: settingWebAddress,
  }),
  fallback: {
    email: 'hello@redemption.example',
    phone: '+1 306 555 0100',
    instagram: 'https://www.instagram.com',
    tiktok: 'https://www.tiktok.com',
    x: 'https://x.com',
  },
  fields: { email: 'Email', phone: 'Phone', instagram: 'Instagram', tiktok: 'TikTok', x: 'X (Twitter)' },
  variables: {
    email: 'CONTACT_EMAIL',
    phone: 'CONTACT_PHONE',
    instagram: 'SOCIAL_INSTAGRAM',
    tiktok: 'SOCIAL_TIKTOK',
    x: 'SOCIAL_X',
  },
}

/** A profile of the shop elsewhere. */
export interface SocialLink {
  label: string
  href: string
}

/** The profiles that are set, in the order in which pages show them. */
export function socialLinks({ instagram, tiktok, x }: ContactDetails): SocialLink[] {
  const { fields } = CONTACT_DETAILS
  return [
    { label: fields.instagram, href: instagram },
    { label: fields.tiktok, href: tiktok },
    { label: fields.x, href: x },
  ].filter(({ href }) => href !== '')
}
