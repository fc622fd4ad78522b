import * as v from 'valibot'
import { findStaffEvent, type StaffEvent, type StaffEventKind } from '#db/staff/staff-events.ts'
import { browserName } from '#domain/browser-name.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { accessNotice } from './access-notice.ts'

const noticeTask = v.object({
  eventId: v.number(),
  /** The old address is notified too, so the task contains the recipient. */
  emailChange: v.optional(v.object({ from: v.string(), to: v.string() })),
  recipient: v.optional(v.string()),
})

const HOW: Partial<Record<StaffEventKind, string>> = {
  'password-changed': 'It was changed on the account page, with the old password.',
  'password-reset': 'It was set with the link of a reset mail that went to this address.',
  'account-renewed': 'It was set on the server of the shop.',
}

/**
 * Sends the mail of a `staff-notice` task: informs a member of a new password or address, in case of an attack, and of
 * a change of their role or access.
 */
export async function sendStaffNotice(shop: Shop, payload: unknown): Promise<void> {
  const { eventId, emailChange, recipient } = v.parse(noticeTask, payload)
  const event = await findStaffEvent(shop.database.db, eventId)
  if (event === null) return
  const access = accessNotice(event.kind, event.detail.split(' ').at(-1) ?? '')
  const body = emailChange
    ? emailChangeBody(shop, event, emailChange)
    : access
      ? accessBody(shop, event, access)
      : passwordBody(shop, event)
  await sendMail(shop, {
    id: `staff-notice-${eventId}${recipient !== undefined && recipient === emailChange?.from ? '-old' : ''}`,
    kind: 'staff-notice',
    to: { name: '', address: recipient ?? event.email },
    subject:
      access?.subject ??
      `Your ${emailChange ? 'address' : 'password'} for the Redemption staff area was changed`,
    body,
  })
}

function emailChangeBody(
  { settings }: Shop,
  { at }: StaffEvent,
  { from, to }: { from: string; to: string },
): MailBody {
  return {
    heading: 'Your address was changed',
    paragraphs: [
      'It was changed on the server of the shop. You now sign in with the new address; your password is the same.',
      'If you did not ask for this, contact the operator of the shop at once.',
    ],
    facts: [
      ['Old address', from],
      ['New address', to],
      ['When', timeOf(at, settings.timeZone)],
    ],
    link: { label: 'Go to the staff area', address: `${settings.publicUrl}/admin` },
  }
}

function accessBody(
  { settings }: Shop,
  { at, by }: StaffEvent & { by: string | null },
  { heading, paragraphs }: Pick<MailBody, 'heading' | 'paragraphs'>,
): MailBody {
  return {
    heading,
    paragraphs: paragraphs.filter(Boolean),
    facts: [
      ['When', timeOf(at, settings.timeZone)],
      ['By', by ?? 'the operator, on the server of the shop'],
    ],
    link: { label: 'Go to the staff area', address: `${settings.publicUrl}/admin` },
  }
}

function timeOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}

function passwordBody({ settings }: Shop, { kind, at, network, userAgent }: StaffEvent): MailBody {
  const facts: [string, string][] = [['When', timeOf(at, settings.timeZone)]]
  if (userAgent) facts.push(['Browser', browserName(userAgent)])
  if (network) facts.push(['Network', network])
  return {
    heading: 'Your password was changed',
    paragraphs: [
      HOW[kind] ?? '',
      'Every session has ended. If it was you, you need do nothing.',
      'If it was not you, set a new password at once with “Forgot your password?” and contact the operator of the shop.',
    ],
    facts,
    link: { label: 'Go to the staff area', address: `${settings.publicUrl}/admin` },
  }
}
