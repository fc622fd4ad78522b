import type { Permission } from '#domain/staff/permissions.ts'

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
