import { ROLES } from '#domain/staff/permissions.ts'
import { SECOND_FACTOR } from '#domain/settings/second-factor.ts'
import type { Shop } from '#operations/shop.ts'
import { loadVersions } from '#web/admin/document/document-versions.server.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer } from '#web/page.ts'
import { staffPage } from '#web/route.ts'
import SecondFactorPage, { type SecondFactorPageProps } from './second-factor-page.tsx'

export const routes = [
  staffPage(
    '/admin/settings/second-factor',
    'settings.write',
    'admin/second-factor-setting/second-factor-page',
    SecondFactorPage,
    loadSecondFactorPage,
    ['before', 'version'],
  ),
]

/** `version`: an older version to look at. */
export async function loadSecondFactorPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const [frame, versions, people] = await Promise.all([
    staffFrameProps(shop, request),
    loadVersions(shop, SECOND_FACTOR, request.query),
    shop.identity.people.list(),
  ])
  const active = people.filter(({ disabled }) => !disabled)
  const without = active.filter(({ hasApp, passkeys }) => !hasApp && passkeys === 0)
  return {
    status: 200,
    head: staffHead(SECOND_FACTOR.label, '/admin/settings/second-factor'),
    props: {
      frame,
      accountsAt: shop.identity.accountsAt,
      ...versions,
      hasOwn: request.staff?.hasSecondFactor === true,
      staffed: ROLES.filter((role) => active.some((one) => one.role === role)),
      without: without.map(({ email, role }) => ({ email, role })),
    } satisfies SecondFactorPageProps,
  }
}
