import { allowProbe, endMailOutage, extendMailOutage, type MailOutage } from '#db/mail/mail-outage.ts'
import { findOldMails } from '#db/outbox/given-up-tasks.ts'
import { BouncedAddressError } from '#operations/mail/send-mail.ts'
import { MailError } from '#providers/mail/mail-error.ts'
import { giveUpTask } from './give-up-task.ts'
import type { Shop } from '#operations/shop.ts'

/**
 * The result of a task. `mail-refused`: the mail service refused this mail, so the service works. `outage`: the service
 * accepts no mails.
 */
export type TaskResult = { kind: 'done' | 'mail-refused' | 'failed' } | { kind: 'outage'; failure: MailError }

/** A mail is given up once the service has been failing, and the mail waiting, for this long. */
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60_000
const BATCH_SIZE = 100

/** Whether the failure is final, so that the mail is given up at once. */
export function isFinalFailure(error: unknown): boolean {
  return error instanceof BouncedAddressError || (error instanceof MailError && error.isFinal)
}

/** Whether the failure is an answer of the mail service to one mail. */
export function isServiceAnswer(error: unknown): boolean {
  return error instanceof MailError && (error.concerns === 'mail' || error.concerns === 'recipient')
}

/** Whether the failure has nothing to do with the task, so that the attempt does not count. */
export function isUncountedAttempt(error: unknown): boolean {
  return error instanceof MailError && !error.isAttempt
}

/** When a deferred mail is due again; null for other failures. */
export function retryTimeOf(error: unknown, now: number): number | null {
  const isQueued = error instanceof MailError && error.concerns === 'queue'
  return isQueued ? now + (error.retryAfterMs ?? 0) : null
}

/** Whether the mail bounced. */
export function isBounce(error: unknown): boolean {
  return (
    error instanceof BouncedAddressError || (error instanceof MailError && error.concerns === 'recipient')
  )
}

/**
 * Handles the end of a round: pauses all mails when the service failed, gives up mails that have waited for days, and
 * ends the outage when a mail was accepted.
 */
export async function concludeRound(
  shop: Shop,
  ends: readonly TaskResult[],
  before: MailOutage | null,
): Promise<void> {
  const { database, now } = shop
  const outages = ends.flatMap((end) => (end.kind === 'outage' ? [end.failure] : []))
  const [last] = outages
  if (last === undefined) {
    if (before === null) return
    const works = ends.some(({ kind }) => kind === 'done' || kind === 'mail-refused')
    if (works) await endMailOutage(database.db)
    else await allowProbe(database.db, now())
    return
  }
  const leastMs = Math.max(...outages.map(({ retryAfterMs = 0 }) => retryAfterMs))
  const { failingSince, failure } = await extendMailOutage(database, {
    failure: last.message,
    leastMs,
    now: now(),
  })
  const tooLong = now() - GIVE_UP_AFTER_MS
  if (failingSince > tooLong) return
  for (const task of await findOldMails(database.db, { before: tooLong, now: now(), limit: BATCH_SIZE })) {
    await giveUpTask(shop, task, failure)
  }
}
