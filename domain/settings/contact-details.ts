import * as v from 'valibot'
import { settingLinks, type MenuLink } from './menus.ts'
import { labelsOf, type Setting } from './setting.ts'
import { settingEmail, settingProfile } from './setting-text.ts'

/** How shoppers reach the shop. Whatever is empty is not shown. */
export interface ContactDetails {
  email: string
  phone: string
  instagram: string
  tiktok: string
  x: string
  /** Further profiles. */
  networks: readonly MenuLink[]
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
  lead: 'How customers reach you: on the contact page, in the footer and in the policies. Empty fields are not shown.',
  seenAt: '/contact',
  schema: v.object({
    email: settingEmail,
    phone,
    instagram: settingProfile('https://www.instagram.com/'),
    tiktok: settingProfile('https://www.tiktok.com/@'),
    x: settingProfile('https://x.com/'),
    networks: v.optional(settingLinks(10), []),
  }),
  fallback: {
    email: 'hello@redemption.example',
    phone: '+1 306 555 0100',
    instagram: 'https://www.instagram.com',
    tiktok: 'https://www.tiktok.com',
    x: 'https://x.com',
    networks: [],
  },
  fields: {
    email: { label: 'Email', kind: 'email' },
    phone: { label: 'Phone', kind: 'phone' },
    instagram: {
      label: 'Instagram',
      kind: 'address',
      hint: 'The address of your profile, or its name, such as @yourshop.',
    },
    tiktok: { label: 'TikTok', kind: 'address' },
    x: { label: 'X (Twitter)', kind: 'address' },
    networks: { label: 'Other networks', kind: 'links', hint: 'Up to 10, each with its whole address.' },
  },
  variables: {
    email: 'CONTACT_EMAIL',
    phone: 'CONTACT_PHONE',
    instagram: 'SOCIAL_INSTAGRAM',
    tiktok: 'SOCIAL_TIKTOK',
    x: 'SOCIAL_X',
  },
}

/** A profile of the shop elsewhere. */
export type SocialLink = MenuLink

/** The profiles that are set, in the order in which pages show them. */
export function socialLinks({ instagram, tiktok, x, networks }: ContactDetails): SocialLink[] {
  const labels = labelsOf(CONTACT_DETAILS)
  return [
    { label: labels.instagram, href: instagram },
    { label: labels.tiktok, href: tiktok },
    { label: labels.x, href: x },
    ...networks,
  ].filter(({ href }) => href !== '')
}
