import { readOwnAuditEvents } from '#operations/staff/read-audit-events.ts'
import { isSecondFactorRequired } from '#operations/staff/second-factor.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps, staffHead } from '#web/admin/staff-frame.server.ts'
import { auditWords } from '#web/views/staff/audit-words.ts'
import { secondFactorView } from '#web/views/staff/second-factor-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import AccountPage, { type AccountPageProps } from './account-page.tsx'
import { browserName } from '#domain/browser-name.ts'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage('/admin/account', 'account.use', 'admin/account/account-page', AccountPage, loadAccountPage),
]

export async function loadAccountPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const { staff } = request
  if (!staff) return { redirect: '/admin' }
  const time = staffTime(shop)
  const sessions = await shop.identity.listSessions(staff.member.id)
  const wanted = await shop.identity.addresses.find(staff.member.id)
  const events = await readOwnAuditEvents(shop, staff.member.id)
  return {
    status: 200,
    head: staffHead('Account', '/admin/account'),
    props: {
      frame: await staffFrameProps(shop, request),
      accountsAt: shop.identity.accountsAt,
      wantedAddress: wanted && { email: wanted.email, until: time(wanted.expiresAt) },
      secondFactor: await secondFactorView(
        shop,
        staff.member,
        await isSecondFactorRequired(shop, staff.member),
      ),
      sessions: sessions.map(({ id, startedAt, lastSeenAt, address, userAgent }) => ({
        id,
        browser: browserName(userAgent),
        address,
        startedAt: time(startedAt),
        lastSeenAt: time(lastSeenAt),
        isThisOne: id === staff.id,
      })),
      events: events.map((event) => ({
        id: event.id,
        words: auditWords(event),
        at: time(event.at),
        from: [event.userAgent ? browserName(event.userAgent) : '', event.network].filter(Boolean).join(', '),
      })),
    } satisfies AccountPageProps,
  }
}
