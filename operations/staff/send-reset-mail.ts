import * as v from 'valibot'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail, type ShopMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import { toStaffId } from '#domain/ids.ts'
import * as words from '#words/en/mails/staff.ts'

const resetTask = v.object({ memberId: v.pipe(v.string(), v.transform(toStaffId)) })

/** Sends the mail of a `password-reset` task, unless the account has been disabled. */
export async function sendResetMail(shop: Shop, taskId: number, payload: unknown): Promise<void> {
  const { memberId } = v.parse(resetTask, payload)
  const reset = await shop.identity.createResetToken(memberId)
  if (reset === null) return
  await sendMail(shop, resetMail(shop.settings.publicUrl, { taskId, ...reset }))
}

/** The mail of spec 2: a link to the page for a new password. */
function resetMail(
  publicUrl: string,
  { taskId, email, token }: { taskId: number; email: string; token: string },
): ShopMail {
  const body: MailBody = {
    heading: words.reset.heading,
    paragraphs: [words.reset.requested, words.reset.once, words.reset.notYou],
    facts: [],
    link: {
      label: words.reset.link,
      address: `${publicUrl}/admin/reset?token=${encodeURIComponent(token)}`,
    },
  }
  return {
    id: `password-reset-${taskId}`,
    kind: 'password-reset',
    to: { name: '', address: email },
    subject: words.reset.subject,
    body,
  }
}
