import type { Permission } from '#domain/staff/permissions.ts'

/** How an owner changes one field of a setting. */
export interface SettingFormField {
  kind:
    | 'line'
    | 'lines'
    | 'email'
    | 'phone'
    | 'address'
    | 'time-zone'
    | 'products'
    | 'categories'
    | 'picture'
    | 'film'
    | 'yes'
  hint?: string
  /** A field without which this one means nothing: it is not offered while that one is empty. */
  needs?: string
  /** How many lines a text of several lines shows. */
  rows?: number
}

/** The form of a setting: what it is for, and its fields in their order. */
export interface SettingForm {
  lead: string
  fields: Readonly<Record<string, SettingFormField>>
  /** Where shoppers see it. */
  seenAt?: string
}

const POLICY_HINT =
  'Plain text. A line that starts with # is a heading, lines that start with - are a list, and an empty line begins a new paragraph.'

/** The forms of the general screen, by the name of the setting. */
export const SETTING_FORMS: Readonly<Record<string, SettingForm>> = {
  shop: {
    lead: 'The name appears on every page and packing slip, in search results and link previews, in the product feed and in emails. The original name has a drawn logo; any other name is set in the same typeface.',
    fields: {
      name: { kind: 'line' },
      address: {
        kind: 'lines',
        rows: 4,
        hint: 'Shown below the name on the privacy policy. The country and region that decide taxes, pickup and customs are under Taxes.',
      },
    },
    seenAt: '/privacy-policy',
  },
  contact: {
    lead: 'How customers reach you: on the contact page, in the footer and in the policies. Empty fields are not shown.',
    fields: {
      email: { kind: 'email' },
      phone: { kind: 'phone' },
      instagram: { kind: 'address', hint: 'The full address of your profile.' },
      tiktok: { kind: 'address' },
      x: { kind: 'address' },
    },
    seenAt: '/contact',
  },
  'time-zone': {
    lead: 'Days begin and end in this time zone: in the overview, in lists of orders and in exports. Staff see all times in it.',
    fields: {
      timeZone: { kind: 'time-zone', hint: 'The name of the nearest city, such as America/Regina.' },
    },
  },
  tax: {
    lead: 'Where the shop is, and what it charges by an order’s destination and date. It starts at 2% on everything, which is not a Canadian rate.',
    fields: {},
  },
  announcement: {
    lead: 'One line above every page of the shop. Leave the text empty for none.',
    fields: {
      text: { kind: 'line', hint: 'Up to 160 characters.' },
      link: {
        kind: 'address',
        hint: 'Optional: a page of this shop, such as /shop, or a full address.',
      },
    },
    seenAt: '/shop',
  },
  'home-page': {
    lead: 'The image or video at the top, the words over it, and the products below. Until you choose an image, the shop shows the video that it came with.',
    fields: {
      tagline: { kind: 'line' },
      button: { kind: 'line' },
      picture: {
        kind: 'picture',
        hint: 'JPEG, PNG, WebP or AVIF, up to 25 MB; at least 1,920 pixels wide. The edges are cut off where the screen has another shape.',
      },
      portrait: {
        kind: 'picture',
        hint: 'Optional: a portrait image for portrait screens, such as 1,080 × 1,920 pixels. It is a smaller download for phones.',
        needs: 'picture',
      },
      film: {
        kind: 'film',
        hint: 'Optional: MP4 (H.264) or WebM, up to 8 MB, a few seconds long. It loops over the image, which is still needed. Sound is never played, but visitors download it: export the video without.',
      },
      alt: {
        kind: 'line',
        hint: 'Read out to people who cannot see it, such as “Two friends in red hoodies on a skate ramp”.',
        needs: 'picture',
      },
      decorative: {
        kind: 'yes',
        hint: 'The image is only decoration: screen readers leave it out.',
        needs: 'picture',
      },
      heading: { kind: 'line' },
      products: {
        kind: 'products',
        hint: 'Up to 12, in this order. If you choose none, the home page shows the newest.',
      },
    },
    seenAt: '/',
  },
  categories: {
    lead: 'How products are grouped, in this order, and the sizes of each group. Products keep their sizes until you edit them.',
    fields: { categories: { kind: 'categories' } },
    seenAt: '/shop',
  },
  policies: {
    lead: 'What customers agree to when they pay. Each order remembers the version that applied.',
    fields: {
      privacy: { kind: 'lines', rows: 18, hint: POLICY_HINT },
      delivery: {
        kind: 'lines',
        rows: 14,
        hint: `${POLICY_HINT} Until you change this text, the page takes days and countries from your shipping methods. Products, cart and checkout say “All sales are final.” as long as it is in this text.`,
      },
    },
    seenAt: '/delivery-returns',
  },
  mails: {
    lead: 'Who the shop’s emails come from, and the lines at the end of each.',
    fields: {
      senderName: { kind: 'line', hint: 'The address of the sender is set on the server.' },
      footer: { kind: 'lines', rows: 3 },
    },
  },
}

/** A screen of the settings that has its own form. */
export interface SettingsLink {
  href: string
  label: string
  what: string
  permission: Permission
  /** The setting whose versions it changes, if it is one. */
  name?: string
}

/** The settings that have their own screens. */
export const FURTHER_SETTINGS: readonly SettingsLink[] = [
  {
    href: '/admin/settings/shipping',
    label: 'Shipping',
    what: 'Where you ship and what it costs, pickup, and import duty.',
    permission: 'settings.write',
    name: 'shipping',
  },
  {
    href: '/admin/settings/second-factor',
    label: 'Second factor',
    what: 'Which roles need a passkey or an authenticator app to sign in.',
    permission: 'settings.write',
    name: 'second-factor',
  },
  {
    href: '/admin/size-charts',
    label: 'Size charts',
    what: 'The measurements of each category.',
    permission: 'products.write',
  },
  {
    href: '/admin/search-words',
    label: 'Search words',
    what: 'Words that count as the same in a search.',
    permission: 'products.write',
  },
]
