import * as v from 'valibot'
import {
  changeIssueState,
  countRecipients,
  findIssue,
  findIssuesAtWork,
  findOldIssues,
  findRecipient,
  forgetRecipients,
  insertRecipients,
  setRecipient,
  takeRecipients,
} from '#db/newsletter/issues.ts'
import type { Throttle } from '#db/engine/throttle.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { toIssueId, toSubscriberId, type IssueId, type SubscriberId } from '#domain/ids.ts'
import type { Issue } from '#domain/newsletter/issue.ts'
import { bulkPace, bulkRoom } from '#operations/mail/bulk-pace.ts'
import { forgetMails } from '#operations/mail/forget-mails.ts'
import { BouncedAddressError, sendMail, type ShopMail } from '#operations/mail/send-mail.ts'
import { MailError } from '#providers/mail/mail-error.ts'
import { withoutHeaders } from '#words/en/mails/operations.ts'
import { wordsIn } from '#words/languages.ts'
import type { Shop } from '#operations/shop.ts'
import { issueBody } from './issue-body.ts'
import { unsubscribeAddress } from './newsletter-links.ts'

/** The outbox task that sends a newsletter to one recipient, or as a test. */
export const ISSUE_MAIL = 'newsletter'

const RETRY_MS = 10 * 60_000

const issueId = v.pipe(v.string(), v.transform(toIssueId))
const recipientTask = v.object({
  issueId,
  subscriberId: v.pipe(v.string(), v.transform(toSubscriberId)),
})
const issueTask = v.union([recipientTask, v.object({ issueId, testTo: v.string(), at: v.number() })])

/**
 * Begins the newsletters whose time has come, and gives the outbox as many of their emails as it has room for. Each
 * recipient is taken once, in a transaction: any number of processes may do this, and any may die. Returns how many
 * emails.
 */
export async function sendIssues(shop: Shop): Promise<number> {
  const ids = await findIssuesAtWork(shop.database.db, shop.now())
  if (ids.length === 0 || shop.mailer.dropsHeaders) return 0
  const pace = await bulkPace(shop)
  let queued = 0
  for (const id of ids) queued += await transact(shop.database, (tx) => sendSome(shop, tx, id, pace))
  return queued
}

async function sendSome({ now }: Shop, tx: Tx, id: IssueId, pace: Throttle | null): Promise<number> {
  const at = now()
  let issue = await findIssue(tx, id, { lock: true })
  if (issue?.state === 'scheduled' && (issue.sendAt ?? Infinity) <= at) {
    await insertRecipients(tx, issue)
    await changeIssueState(tx, issue, 'sending', { began_at: at, updated_at: at })
    issue = await findIssue(tx, id)
  }
  if (issue?.state !== 'sending') return 0
  const { room, spend } = await bulkRoom(tx, ISSUE_MAIL, { pace, now: at })
  const taken = room === 0 ? [] : await takeRecipients(tx, id, room)
  await spend(taken.length)
  // Another version after it was stopped: then some are taken again.
  const run = issue.version
  await enqueue(
    tx,
    taken.map((subscriberId) => ({
      kind: ISSUE_MAIL,
      payload: { issueId: id, subscriberId },
      dedupeKey: `${ISSUE_MAIL}:${id}:${subscriberId}:${run}`,
    })),
    at,
  )
  if (taken.length === 0 && room > 0) await endWhenDone(tx, issue, at)
  return taken.length
}

async function endWhenDone(tx: Tx, issue: Issue, at: number): Promise<void> {
  const counts = (await countRecipients(tx, [issue.id])).get(issue.id)
  if (counts && counts.waiting + counts.queued > 0) return
  await changeIssueState(tx, issue, 'sent', { ended_at: at, updated_at: at })
}

/**
 * Sends the email of a task, if its newsletter is still being sent and its recipient is still subscribed. The recipient
 * is marked at once after the mail service took the email.
 */
export async function sendIssueMail(shop: Shop, payload: unknown): Promise<void> {
  const task = v.parse(issueTask, payload)
  const { db } = shop.database
  const issue = await findIssue(db, task.issueId)
  if (issue === null) return
  if ('testTo' in task) {
    const to = { name: '', address: task.testTo }
    const id = `newsletter-test-${issue.id}-${task.at}`
    const body = await issueBody(shop, issue, testUnsubscribe(shop))
    return sendMail(shop, {
      ...mailOf(shop, issue),
      id,
      to,
      subject: wordsIn(shop, issue.language)['mails/newsletter'].test(issue.subject),
      body,
    })
  }
  const recipient = await findRecipient(db, task)
  if (recipient?.state !== 'queued') return
  if (issue.state !== 'sending') return setRecipient(db, task, 'waiting')
  if (recipient.subscription !== 'confirmed') return setRecipient(db, task, 'left')
  if (shop.mailer.dropsHeaders) throw waitsForHeaders()
  const unsubscribe = unsubscribeAddress(shop, task.subscriberId)
  try {
    await sendMail(shop, {
      ...mailOf(shop, issue),
      id: mailId(issue.id, task.subscriberId),
      to: { name: '', address: recipient.email },
      body: await issueBody(shop, issue, unsubscribe),
      unsubscribe,
    })
  } catch (error) {
    if (!(error instanceof BouncedAddressError)) throw error
    return setRecipient(db, task, 'left')
  }
  await setRecipient(db, task, 'sent')
}

/** Such a service was chosen while a newsletter is sent: what the outbox has waits for another one, however long. */
function waitsForHeaders(): MailError {
  return new MailError(withoutHeaders, {
    supplier: 'mail',
    kind: 'failing',
    concerns: 'queue',
    isAttempt: false,
    retryAfterMs: RETRY_MS,
  })
}

/** Where the link of a test and of a preview leads, which nobody is unsubscribed by. */
export function testUnsubscribe({ settings }: Pick<Shop, 'settings'>): string {
  return `${settings.publicUrl}/newsletter/unsubscribe?token=test`
}

const mailId = (id: IssueId, subscriber: SubscriberId) => `${ISSUE_MAIL}-${id}-${subscriber}`

function mailOf(shop: Shop, { subject, language }: Issue): Pick<ShopMail, 'kind' | 'subject' | 'words'> {
  return { kind: ISSUE_MAIL, subject, words: wordsIn(shop, language) }
}

/**
 * Forgets who got the newsletters that were sent or stopped before this time, with the copies of their emails. One that
 * is stopped is over then: nobody knows any more who else would get it.
 */
export async function forgetOldRecipients(shop: Shop, before: number): Promise<void> {
  for (const id of await findOldIssues(shop.database.db, before)) {
    await transact(shop.database, async (tx) => {
      const now = shop.now()
      const issue = await findIssue(tx, id, { lock: true })
      if (issue === null || issue.updatedAt >= before) return
      if (issue.state === 'stopped') {
        await changeIssueState(tx, issue, 'sent', { ended_at: issue.updatedAt, updated_at: now })
      }
      const mails = (await forgetRecipients(tx, id)).map((subscriber) => mailId(id, subscriber))
      await forgetMails(tx, { key: `${ISSUE_MAIL}-${id}`, mails, now })
    })
  }
}

/** Counts the recipient of a task that was given up. An address that bounced gets nothing any more. */
export async function failRecipient(tx: Tx, payload: unknown, isBounce: boolean): Promise<void> {
  const task = v.safeParse(recipientTask, payload)
  if (task.success) await setRecipient(tx, task.output, isBounce ? 'left' : 'failed')
}
