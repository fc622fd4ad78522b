import * as v from 'valibot'
import { findStaffEvent, type StaffEvent, type StaffEventKind } from '#db/staff/staff-events.ts'
import { browserName } from '#domain/browser-name.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { accessNotice } from './access-notice.ts'
import { LANGUAGE } from '#words/language.ts'
import * as words from '#words/mails/staff.ts'

const noticeTask = v.object({
  eventId: v.number(),
  /** The old address is notified too, so the task contains the recipient. */
  emailChange: v.optional(v.object({ from: v.string(), to: v.string() })),
  recipient: v.optional(v.string()),
})

const HOW: Partial<Record<StaffEventKind, string>> = {
  'password-changed': words.passwordChanged.onAccountPage,
  'password-reset': words.passwordChanged.byLink,
  'account-renewed': words.passwordChanged.onServer,
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
    subject: access?.subject ?? (emailChange ? words.emailChanged.subject : words.passwordChanged.subject),
    body,
  })
}

function emailChangeBody(
  { settings }: Shop,
  { at }: StaffEvent,
  { from, to }: { from: string; to: string },
): MailBody {
  return {
    heading: words.emailChanged.heading,
    paragraphs: [words.emailChanged.onServer, words.emailChanged.notYou],
    facts: [
      [words.emailChanged.oldAddress, from],
      [words.emailChanged.newAddress, to],
      [words.when, timeOf(at, settings.timeZone)],
    ],
    link: { label: words.goToStaffArea, address: `${settings.publicUrl}/admin` },
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
      [words.when, timeOf(at, settings.timeZone)],
      [words.access.by, by ?? words.access.operator],
    ],
    link: { label: words.goToStaffArea, address: `${settings.publicUrl}/admin` },
  }
}

function timeOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}

function passwordBody({ settings }: Shop, { kind, at, network, userAgent }: StaffEvent): MailBody {
  const facts: [string, string][] = [[words.when, timeOf(at, settings.timeZone)]]
  if (userAgent) facts.push([words.passwordChanged.browser, browserName(userAgent)])
  if (network) facts.push([words.passwordChanged.network, network])
  return {
    heading: words.passwordChanged.heading,
    paragraphs: [HOW[kind] ?? '', words.passwordChanged.ended, words.passwordChanged.notYou],
    facts,
    link: { label: words.goToStaffArea, address: `${settings.publicUrl}/admin` },
  }
}
