import { dateFormat } from '#domain/date-format.ts'
import * as v from 'valibot'
import { toInvitationId } from '#domain/ids.ts'
import { ROLE_WORDS, roleSummary } from '#domain/staff/role-words.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGE } from '#words/en/language.ts'
import { invitation as words } from '#words/en/mails/staff.ts'

const invitationTask = v.object({
  invitationId: v.pipe(v.string(), v.transform(toInvitationId)),
  version: v.number(),
})

/**
 * Sends the mail of a `staff-invitation` task, unless the invitation was withdrawn, accepted or sent again since. The
 * link is made now, so that no token is stored in the task.
 */
export async function sendInvitationMail(shop: Shop, payload: unknown): Promise<void> {
  const { invitationId, version } = v.parse(invitationTask, payload)
  const link = await shop.identity.invitations.createLink(invitationId, version)
  if (link === null) return
  const { email, role, invitedBy, expiresAt } = link.invitation
  const { publicUrl, timeZone } = shop.settings
  const until = dateFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const body: MailBody = {
    heading: words.heading,
    paragraphs: [`${words.invited(invitedBy, ROLE_WORDS[role].asOne)} ${roleSummary(role)}`, words.once],
    facts: [
      [words.signInWith, email],
      [words.role, ROLE_WORDS[role].label],
      [words.expires, until.format(expiresAt)],
    ],
    link: {
      label: words.accept,
      address: `${publicUrl}/admin/invitation?token=${encodeURIComponent(link.token)}`,
    },
  }
  await sendMail(shop, {
    id: `staff-invitation-${invitationId}-${version}`,
    kind: 'staff-invitation',
    to: { name: '', address: email },
    subject: words.subject,
    body,
  })
}
