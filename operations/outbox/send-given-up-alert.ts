import { takeUnalertedTasks, type GivenUpTask } from '#db/outbox/given-up-tasks.ts'
import { taskName } from '#domain/outbox/task-kinds.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import type { Shop } from '#operations/shop.ts'
import * as layoutWords from '#words/en/mails/layout.ts'
import * as words from '#words/en/mails/operations.ts'

/** The kind of the mail that reports given-up tasks to the owner. */
export const GIVEN_UP_ALERT = 'given-up-alert'

const MAX_LISTED = 20

/**
 * Sends the mail of a `given-up-alert` task. After an outage of the mail service many tasks are given up together: the
 * first alert lists all of them, and the following ones are not sent.
 */
export async function sendGivenUpAlert(shop: Shop, alertId: number): Promise<void> {
  const tasks = await takeUnalertedTasks(shop.database.db, alertId)
  const [first] = tasks
  if (!first) return
  const subject = words.givenUp.subject(tasks.length, nameOf(first))
  const { publicUrl, ownerEmail } = shop.settings
  const body: MailBody = {
    heading: subject,
    paragraphs: [
      words.givenUp.stopped,
      words.givenUp.sendAgain,
      ...(tasks.length > MAX_LISTED ? [words.givenUp.first(MAX_LISTED, tasks.length)] : []),
    ],
    facts: tasks.slice(0, MAX_LISTED).map((task) => [nameOf(task), task.error]),
    link: { label: words.givenUp.link, address: `${publicUrl}/admin/overview` },
  }
  await sendMail(shop, {
    id: `${GIVEN_UP_ALERT}-${alertId}`,
    kind: GIVEN_UP_ALERT,
    to: { name: layoutWords.shop, address: ownerEmail },
    subject,
    body,
  })
}

function nameOf({ kind, orderNumber, delivery }: GivenUpTask): string {
  const name = taskName(kind, delivery ?? 'ship')
  return orderNumber === null ? name : words.givenUp.ofOrder(name, orderNumber)
}
