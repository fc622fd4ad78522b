import { ROLE_WORDS, roleSummary } from '#domain/staff/role-words.ts'
import type { Shop } from '#operations/shop.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import type { StaffPageRequest } from '#web/http/staff-only.ts'
import { frameProps } from '#web/frame/frame-props.server.ts'
import type { PageAnswer } from '#web/page.ts'
import { publicStaffPage } from '#web/route.ts'
import InvitationPage, { type InvitationPageProps } from './invitation-page.tsx'
import { staffHead } from '#web/admin/staff-frame.server.ts'

export const routes = [
  publicStaffPage(
    '/admin/invitation',
    'admin/invitation/invitation-page',
    InvitationPage,
    loadInvitationPage,
    ['token'],
  ),
]

/** The target of the link in an invitation mail. Opening the page does not use the link up. */
export async function loadInvitationPage(shop: Shop, request: StaffPageRequest): Promise<PageAnswer> {
  const token = request.query.get('token') ?? ''
  const found = await callIdentity(shop, shop.identity.invitations.find(token))
  const isUnavailable = found !== null && 'kind' in found
  const invitation = isUnavailable ? null : found
  return {
    status: isUnavailable ? 503 : invitation ? 200 : 410,
    head: staffHead('Join the Staff', '/admin/invitation'),
    props: {
      frame: await frameProps(shop, request),
      invitation: invitation && {
        token,
        email: invitation.email,
        invitedBy: invitation.invitedBy,
        role: ROLE_WORDS[invitation.role].asOne,
        allowed: roleSummary(invitation.role),
      },
      accountsAt: shop.identity.accountsAt,
      signedInAs: request.staff?.member.email ?? null,
      isUnavailable,
    } satisfies InvitationPageProps,
  }
}
