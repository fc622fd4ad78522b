import { SETTINGS } from '#domain/settings/settings.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { readLatestChanges } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { changedWords } from '#web/admin/document/document-versions.server.ts'
import SettingsPage, { type SettingsPageProps } from './settings-page.tsx'

export const routes = [
  staffPage(
    '/admin/settings',
    'settings.write',
    'admin/settings/settings-page',
    SettingsPage,
    loadSettingsPage,
  ),
]

export async function loadSettingsPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const changes = await readLatestChanges(shop)
  const permissions = request.staff?.permissions ?? []
  const hasOwnScreen = (name: string) => FURTHER_SETTINGS.some((further) => further.name === name)
  const own = SETTINGS.filter(({ name }) => !hasOwnScreen(name)).map(({ name, label, lead = '' }) => ({
    href: `/admin/settings/${name}`,
    label,
    what: lead,
    changed: changedWords(shop, changes.get(name)),
  }))
  const further = FURTHER_SETTINGS.filter(({ permission }) => permissions.includes(permission)).map(
    ({ href, label, what, name = '' }) => ({
      href,
      label,
      what,
      changed: changedWords(shop, changes.get(name)),
    }),
  )
  return {
    status: 200,
    head: staffHead('Settings', '/admin/settings'),
    props: {
      frame: await staffFrameProps(shop, request),
      settings: [...own, ...further],
    } satisfies SettingsPageProps,
  }
}

/** A screen of the settings that has its own form. */
interface SettingsLink {
  href: string
  label: string
  what: string
  permission: Permission
  /** The setting whose versions it changes, if it is one. */
  name?: string
}

/** The settings that have their own screens. */
const FURTHER_SETTINGS: readonly SettingsLink[] = [
  {
    href: '/admin/start',
    label: 'Start your shop',
    what: 'What a new shop needs before it sells, and removing the demo and test orders.',
    permission: 'settings.write',
    name: 'start',
  },
  {
    href: '/admin/pages',
    label: 'Pages',
    what: 'The story of the shop, questions and answers, an imprint, terms and pages of your own.',
    permission: 'settings.write',
    name: 'pages',
  },
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
    href: '/admin/collections',
    label: 'Collections',
    what: 'Products that are shown together at an address of their own, by hand or by a rule.',
    permission: 'products.write',
    name: 'collections',
  },
  {
    href: '/admin/size-charts',
    label: 'Size charts',
    what: 'The measurements of each category.',
    permission: 'products.write',
  },
  {
    href: '/admin/translations/fr',
    label: 'French texts',
    what: 'What you wrote yourself, such as products and pages, in French; and what of it is missing.',
    permission: 'products.write',
  },
  {
    href: '/admin/search-words',
    label: 'Search words',
    what: 'Words that count as the same in a search.',
    permission: 'products.write',
  },
  {
    href: '/admin/redirects',
    label: 'Redirects',
    what: 'Where old links lead, and the pages that shoppers asked for and did not find.',
    permission: 'products.write',
  },
  {
    href: '/admin/feeds',
    label: 'Feeds',
    what: 'Where Google, Facebook, Instagram and TikTok find your products, and what those lack.',
    permission: 'products.read',
  },
  {
    href: '/admin/import',
    label: 'Import',
    what: 'Products from another shop, and your own as a file.',
    permission: 'products.write',
  },
]
