import { SETTINGS } from '#domain/settings/settings.ts'
import { readLatestChanges } from '#operations/settings/read-setting-history.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import { FURTHER_SETTINGS } from './setting-forms.ts'
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
  const own = SETTINGS.map(({ name, label, lead = '' }) => ({
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
    head: {
      title: 'Settings – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/settings',
      noindex: true,
    },
    props: {
      frame: await staffFrameProps(shop, request),
      settings: [...own, ...further],
    } satisfies SettingsPageProps,
  }
}
