import { readStaffEvents, type KeptStaffEvent } from '#operations/staff/read-staff-events.ts'
import type { Shop } from '#operations/shop.ts'
import { staffFrameProps } from '#web/admin/staff-frame.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import type { PageAnswer, Redirect } from '#web/page.ts'
import AccountPage, { type AccountPageProps } from './account-page.tsx'
import { browserName } from '#domain/browser-name.ts'
import { staffPage } from '#web/route.ts'

export const routes = [
  staffPage('/admin/account', 'account.use', 'admin/account/account-page', AccountPage, loadAccountPage),
]

const EVENT_WORDS: Record<KeptStaffEvent['kind'], string> = {
  'signed-in': 'Signed in',
  'password-changed': 'Changed the password',
  'password-reset': 'Set a new password by email',
  'account-renewed': 'Password set on the server',
  'access-renewed': 'Access renewed on the server',
  'email-changed': 'Address changed on the server',
  'exported-orders': 'Exported orders',
  'exported-carrier-file': 'Exported a carrier file',
  'exported-messages': 'Exported messages',
  'exported-subscribers': 'Exported subscribers',
  invited: 'Invited a new member',
  'invitation-sent-again': 'Sent an invitation again',
  'invitation-withdrawn': 'Withdrew an invitation',
  joined: 'Accepted the invitation',
  'role-changed': 'Role changed',
  disabled: 'Account disabled',
  enabled: 'Account enabled again',
  'sessions-ended': 'Sessions ended by an owner',
}

export async function loadAccountPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer | Redirect> {
  const { staff } = request
  if (!staff) return { redirect: '/admin' }
  const time = staffTime(shop)
  const sessions = await shop.identity.listSessions(staff.member.id)
  const events = await readStaffEvents(shop, staff.member.id)
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
      accountsAt: shop.identity.accountsAt,
      sessions: sessions.map(({ id, startedAt, lastSeenAt, address, userAgent }) => ({
        id,
        browser: browserName(userAgent),
        address,
        startedAt: time(startedAt),
        lastSeenAt: time(lastSeenAt),
        isThisOne: id === staff.id,
      })),
      events: events.map(({ kind, at, network, userAgent }, position) => ({
        id: position,
        words: EVENT_WORDS[kind],
        at: time(at),
        from: [userAgent ? browserName(userAgent) : '', network].filter(Boolean).join(', '),
      })),
    } satisfies AccountPageProps,
  }
}
