import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import { staffTime } from '#web/admin/staff-time.server.ts'
import type { StaffPageRequest } from '#web/admin/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import type { AccountPageProps } from './account-page.tsx'
import { browserName } from './browser-name.ts'

export async function loadAccountPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const { staff } = request
  if (!staff) return { redirect: '/admin' }
  const time = staffTime(shop)
  const sessions = await shop.identity.listSessions(staff.member.id)
  return {
    status: 200,
    head: {
      title: 'Account – Redemption',
      description: 'For the staff of the shop.',
      canonical: '/admin/account',
      noindex: true,
    },
    props: {
      frame: await staffFrameProps(shop, request),
      sessions: sessions.map(({ id, startedAt, lastSeenAt, address, userAgent }) => ({
        id,
        browser: browserName(userAgent),
        address,
        startedAt: time(startedAt),
        lastSeenAt: time(lastSeenAt),
        isThisOne: id === staff.id,
      })),
    } satisfies AccountPageProps,
  }
}
