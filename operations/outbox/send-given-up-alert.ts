import { takeUntoldTasks, type GivenUpTask } from '#db/outbox/given-up-tasks.ts'
import { taskName } from '#domain/outbox/task-kinds.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'

/** The kind of the mail that reports given-up tasks to the owner. */
export const GIVEN_UP_ALERT = 'given-up-alert'

const MOST_LISTED = 20

/**
 * Sends the mail of a `given-up-alert` task. After an outage of the mail service many tasks are given up together: the
 * first alert lists all of them, and the following ones are not sent.
 */
export async function sendGivenUpAlert(shop: Shop, alertId: number): Promise<void> {
  const tasks = await takeUntoldTasks(shop.database.db, alertId)
  const [first] = tasks
  if (!first) return
  const subject =
    tasks.length === 1
      ? `A mail could not be sent: ${nameOf(first)}`
      : `${tasks.length} mails could not be sent`
  const { publicUrl, ownerEmail } = shop.settings
  const body: MailBody = {
    heading: subject,
    paragraphs: [
      'The shop has stopped trying. The reasons are listed below.',
      'A mail about an order can be sent again from the page of that order.',
      ...(tasks.length > MOST_LISTED ? [`These are the first ${MOST_LISTED} of ${tasks.length}.`] : []),
    ],
    facts: tasks.slice(0, MOST_LISTED).map((task) => [nameOf(task), task.error]),
    link: { label: 'See the mails that failed', address: `${publicUrl}/admin/overview` },
  }
  await sendMail(shop, {
    id: `${GIVEN_UP_ALERT}-${alertId}`,
    kind: GIVEN_UP_ALERT,
    to: { name: 'Redemption', address: ownerEmail },
    subject,
    body,
  })
}

function nameOf({ kind, orderNumber }: GivenUpTask): string {
  return orderNumber === null ? taskName(kind) : `${taskName(kind)}, order ${orderNumber}`
}
