import { dateFormat } from '#domain/date-format.ts'
import * as v from 'valibot'
import { findAccountEvent } from '#db/staff/staff-events.ts'
import type { AuditAction } from '#domain/audit/audit.ts'
import { browserName } from '#domain/browser-name.ts'
import { toStaffId } from '#domain/ids.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/mails/staff.ts'
import { isRole } from '#domain/staff/permissions.ts'
import { ROLE_WORDS, roleSummary } from '#domain/staff/role-words.ts'

type AccountEvent = NonNullable<Awaited<ReturnType<typeof findAccountEvent>>>

const noticeTask = v.object({
  eventId: v.number(),
  /** The old address is notified too, so the task contains the recipient. */
  emailChange: v.optional(v.object({ from: v.string(), to: v.string() })),
  recipient: v.optional(v.string()),
})

const HOW: Partial<Record<AuditAction, string>> = {
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
  const event = await findAccountEvent(shop.database.db, eventId)
  if (event === null) return
  const access = accessNotice(event.action, String(event.changes[0]?.after ?? ''))
  const twoStep = twoStepNotice(event.action)
  if (emailChange && recipient === emailChange.to && event.action === 'email-change-asked') {
    return sendConfirmation(shop, event, emailChange)
  }
  const addressWords = ADDRESS_WORDS[event.action] ?? words.emailChanged
  const body = emailChange
    ? emailChangeBody(shop, event, emailChange)
    : access
      ? accessBody(shop, event, access)
      : twoStep
        ? secondFactorBody(shop, event, twoStep)
        : passwordBody(shop, event)
  await sendMail(shop, {
    id: `staff-notice-${eventId}${recipient !== undefined && recipient === emailChange?.from ? '-old' : ''}`,
    kind: 'staff-notice',
    to: { name: '', address: recipient ?? event.email },
    subject:
      (access ?? twoStep)?.subject ?? (emailChange ? addressWords.subject : words.passwordChanged.subject),
    body,
  })
}

const ADDRESS_WORDS: Partial<Record<AuditAction, { subject: string; heading: string }>> = {
  'email-change-asked': words.emailChangeAsked,
  'email-change-withdrawn': words.emailChangeWithdrawn,
}

function emailChangeBody(
  { settings }: Shop,
  { at, action, actorId }: AccountEvent,
  { from, to }: { from: string; to: string },
): MailBody {
  const { emailChanged, emailChangeAsked, emailChangeWithdrawn } = words
  const how = actorId === null ? emailChanged.onServer : emailChanged.byLink
  const paragraphs =
    action === 'email-change-asked'
      ? [emailChangeAsked.toOld, emailChangeAsked.notYou]
      : action === 'email-change-withdrawn'
        ? [emailChangeWithdrawn.means]
        : [how, emailChanged.notYou]
  return {
    heading: (ADDRESS_WORDS[action] ?? emailChanged).heading,
    paragraphs,
    facts: [
      [emailChanged.oldAddress, from],
      [emailChanged.newAddress, to],
      [words.when, timeOf(at, settings.timeZone)],
    ],
    link: { label: words.goToStaffArea, address: `${settings.publicUrl}/admin` },
  }
}

/** The mail with the link to a new address, which is made now, so that no token is stored in the task. */
async function sendConfirmation(
  shop: Shop,
  { id, subjectId }: AccountEvent,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const link = await shop.identity.addresses.createLink(toStaffId(subjectId), to)
  if (link === null) return
  const { publicUrl, timeZone } = shop.settings
  const said = words.confirmEmail
  await sendMail(shop, {
    id: `staff-notice-${id}`,
    kind: 'staff-notice',
    to: { name: '', address: to },
    subject: said.subject,
    body: {
      heading: said.heading,
      paragraphs: [said.asked, said.once, said.notYou],
      facts: [
        [words.emailChanged.oldAddress, from],
        [words.emailChanged.newAddress, to],
        [said.expires, timeOf(link.expiresAt, timeZone)],
      ],
      link: {
        label: said.link,
        address: `${publicUrl}/admin/confirm-address?token=${encodeURIComponent(link.token)}`,
      },
    },
  })
}

function accessBody(
  { settings }: Shop,
  { at, actorName }: AccountEvent,
  { heading, paragraphs }: Pick<MailBody, 'heading' | 'paragraphs'>,
): MailBody {
  return {
    heading,
    paragraphs: paragraphs.filter(Boolean),
    facts: [
      [words.when, timeOf(at, settings.timeZone)],
      [words.access.by, actorName || words.access.operator],
    ],
    link: { label: words.goToStaffArea, address: `${settings.publicUrl}/admin` },
  }
}

/** For a reset it says who did it; for anything else, from where the member did it. */
function secondFactorBody(
  shop: Shop,
  event: AccountEvent,
  { heading, means }: NonNullable<ReturnType<typeof twoStepNotice>>,
): MailBody {
  return event.action === 'second-factor-reset'
    ? accessBody(shop, event, { heading, paragraphs: [means, words.access.unexpected] })
    : placedBody(shop, event, { heading, paragraphs: [means, words.twoStep.notYou] })
}

function timeOf(at: number, timeZone: string): string {
  return dateFormat(LANGUAGE, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}

function passwordBody(shop: Shop, event: AccountEvent): MailBody {
  return placedBody(shop, event, {
    heading: words.passwordChanged.heading,
    paragraphs: [HOW[event.action] ?? '', words.passwordChanged.ended, words.passwordChanged.notYou],
  })
}

/** A mail that says from which browser and network something was done. */
function placedBody(
  { settings }: Shop,
  { action, changes, at, network, userAgent }: AccountEvent,
  { heading, paragraphs }: Pick<MailBody, 'heading' | 'paragraphs'>,
): MailBody {
  const facts: [string, string][] = [[words.when, timeOf(at, settings.timeZone)]]
  const [named] = changes
  if (named && action.startsWith('passkey-')) {
    facts.unshift([words.twoStep.passkey, String(named.after ?? named.before)])
  }
  if (named && action === 'key-made') facts.unshift([words.twoStep.key, String(named.after)])
  if (userAgent) facts.push([words.passwordChanged.browser, browserName(userAgent)])
  if (network) facts.push([words.passwordChanged.network, network])
  return {
    heading,
    paragraphs,
    facts,
    link: { label: words.goToStaffArea, address: `${settings.publicUrl}/admin` },
  }
}

/** What a mail to a member says about a change of their access. */
interface AccessNotice {
  subject: string
  heading: string
  paragraphs: string[]
}

/** The words about a change of a member's role or access; null for any other event. `role`: the new one. */
function accessNotice(kind: string, role: string): AccessNotice | null {
  switch (kind) {
    case 'role-changed':
      return {
        subject: words.access.roleChanged.subject,
        heading: isRole(role)
          ? words.access.roleChanged.nowRole(ROLE_WORDS[role].asOne)
          : words.access.roleChanged.heading,
        paragraphs: [
          isRole(role) ? roleSummary(role) : '',
          words.access.roleChanged.signedOut,
          words.access.unexpected,
        ],
      }
    case 'disabled':
      return {
        subject: words.access.disabled.subject,
        heading: words.access.disabled.heading,
        paragraphs: [words.access.disabled.signedOut, words.access.unexpected],
      }
    case 'enabled':
      return {
        subject: words.access.enabled.subject,
        heading: words.access.enabled.heading,
        paragraphs: [words.access.enabled.asBefore, words.access.unexpected],
      }
    default:
      return null
  }
}

/** What a mail says about a change of a member's second factors. */
type TwoStepNotice = typeof words.twoStep.on

const NOTICES: Partial<Record<AuditAction, TwoStepNotice>> = {
  'two-step-on': words.twoStep.on,
  'two-step-off': words.twoStep.off,
  'second-factor-reset': words.twoStep.reset,
  'recovery-codes-made': words.twoStep.codes,
  'recovery-code-used': words.twoStep.codeUsed,
  'key-made': words.twoStep.keyMade,
  'passkey-added': words.twoStep.passkeyAdded,
  'passkey-removed': words.twoStep.passkeyRemoved,
}

/** The words about a change of a member's second factors; null for any other event. */
function twoStepNotice(action: AuditAction): TwoStepNotice | null {
  return NOTICES[action] ?? null
}
