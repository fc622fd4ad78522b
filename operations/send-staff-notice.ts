import * as v from 'valibot'
import { findStaffEvent, type StaffEvent, type StaffEventKind } from '#db/staff-events.ts'
import { browserName } from '#domain/browser-name.ts'
import { mailHtml, mailText, type MailBody } from './mail-body.ts'
import type { Shop } from './shop.ts'

const noticeTask = v.object({ eventId: v.number() })

const HOW: Partial<Record<StaffEventKind, string>> = {
  'password-changed': 'It was changed on the account page, by somebody who knew the old one.',
  'password-reset': 'It was set with the link of a reset mail that went to this address.',
  'account-renewed': 'It was set on the server itself, by somebody who runs the shop.',
}

/** Delivers one `staff-notice` task: tells a member that their password is another one, in case it was not them. */
export async function sendStaffNotice(shop: Shop, payload: unknown): Promise<void> {
  const { eventId } = v.parse(noticeTask, payload)
  const event = await findStaffEvent(shop.database.db, eventId)
  if (event === null) return
  const body = noticeBody(shop, event)
  await shop.mailer.send({
    id: `staff-notice-${eventId}`,
    to: { name: '', address: event.email },
    subject: 'Your password for the Redemption staff area was changed',
    text: mailText(body),
    html: mailHtml(body),
  })
}

function noticeBody({ settings }: Shop, { kind, at, network, userAgent }: StaffEvent): MailBody {
  const when = new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: settings.timeZone,
  })
  const facts: [string, string][] = [['When', when.format(at)]]
  if (userAgent) facts.push(['Browser', browserName(userAgent)])
  if (network) facts.push(['Network', network])
  return {
    heading: 'Your password was changed',
    paragraphs: [
      HOW[kind] ?? '',
      'Every session has ended. If it was you, you need do nothing.',
      'If it was not you, set a new password at once with “Forgot your password?” and tell whoever runs the shop.',
    ],
    facts,
    link: { label: 'Go to the staff area', address: `${settings.publicUrl}/admin` },
  }
}
