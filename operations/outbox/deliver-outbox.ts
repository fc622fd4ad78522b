import { findCrashingTasks, findDueTasks } from '#db/outbox/due-tasks.ts'
import { isLastAttempt, type LeasedTask } from '#db/outbox/leased-task.ts'
import { beginTasks, leaseProbe, leaseCrashSuspect, leaseTasks } from '#db/outbox/outbox-leases.ts'
import { finishTasks, postponeTask, returnTask } from '#db/outbox/task-results.ts'
import { readMailOutage, type MailOutage } from '#db/mail/mail-outage.ts'
import { MailError } from '#providers/mail/mail-error.ts'
import {
  concludeRound,
  isServiceAnswer,
  isBounce,
  isFinalFailure,
  retryTimeOf,
  isUncountedAttempt,
  type TaskResult,
} from './mail-failure.ts'
import { giveUpTask } from './give-up-task.ts'
import { runTask } from './task-handlers.ts'
import type { Shop } from '#operations/shop.ts'

const MAX_CONCURRENT = 20

/**
 * Carries out the due tasks of the outbox: mails and refunds. A failed task is retried later; one that was done but not
 * marked, because the process died in between, is done again, so every task is idempotent. A task that may have crashed
 * its process runs alone, after the rest. While the mail service fails, mails wait, and one at a time is sent as a
 * probe. Returns how many tasks were worked on.
 */
export async function deliverOutbox(shop: Shop): Promise<number> {
  const { database, now } = shop
  await markDone(shop)
  const due = await findDueTasks(database, now())
  const crashing = due.crashing ? await findCrashingTasks(database.db, now()) : []
  for (const task of crashing) await giveUpTask(shop, task, 'It ended the process that worked on it.')
  if (!due.fresh && !due.suspects) return crashing.length
  const outage = await readMailOutage(database.db)
  const withMails = outage === null
  const limit = Math.min(MAX_CONCURRENT, shop.mailer.maxConcurrent ?? MAX_CONCURRENT)
  const tasks = due.fresh
    ? await leaseTasks(database, now(), limit, { withMails, withRefunds: due.refunds })
    : []
  await workOnAll(shop, tasks, null)
  const suspect = due.suspects ? await leaseCrashSuspect(database, now(), { withMails }) : null
  if (suspect) await workOnAll(shop, [suspect], null)
  const isOver = outage !== null && outage.pausedUntil <= now()
  const probe = isOver ? await leaseProbe(database, now()) : null
  if (probe) await workOnAll(shop, [probe], outage)
  return crashing.length + tasks.length + (suspect ? 1 : 0) + (probe ? 1 : 0)
}

/** `outage`: the outage of the mail service that these tasks probe. */
async function workOnAll(
  shop: Shop,
  leased: readonly LeasedTask[],
  outage: MailOutage | null,
): Promise<void> {
  const tasks = await beginTasks(shop.database, leased, shop.now())
  const ends = await Promise.allSettled(tasks.map((task) => workOn(shop, task)))
  await concludeRound(
    shop,
    ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])),
    outage,
  )
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
}

async function workOn(shop: Shop, task: LeasedTask): Promise<TaskResult> {
  try {
    await runTask(shop, task)
  } catch (error) {
    const { id, kind, attempts } = task
    shop.log.error('An outbox task failed', error, { id, kind, attempts })
    const reason = error instanceof Error ? error.message : String(error)
    if (isFinalFailure(error)) await giveUpTask(shop, task, reason, { isBounce: isBounce(error) })
    else if (isUncountedAttempt(error))
      await returnTask(shop.database, task, { reason, notBefore: retryTimeOf(error, shop.now()) })
    else if (isLastAttempt(task)) await giveUpTask(shop, task, reason)
    else await postponeTask(shop.database, task, reason, shop.now())
    if (error instanceof MailError && error.concerns === 'service') return { kind: 'outage', failure: error }
    return { kind: isServiceAnswer(error) ? 'mail-refused' : 'failed' }
  }
  await markDone(shop, task.id)
  return { kind: 'done' }
}

/** Tasks that are done but not marked yet. Kept between rounds, so that a full disk does not cause duplicate mails. */
interface Unmarked {
  ids: Set<number>
  marking: Promise<void> | null
}

const unmarkedOf = new WeakMap<Shop, Unmarked>()

/** Marks tasks at once, so that a crash duplicates few mails; tasks that end in the meantime are marked together. */
async function markDone(shop: Shop, ...ids: number[]): Promise<void> {
  const unmarked = unmarkedOf.get(shop) ?? { ids: new Set(), marking: null }
  unmarkedOf.set(shop, unmarked)
  for (const id of ids) unmarked.ids.add(id)
  if (unmarked.ids.size > 0) await (unmarked.marking ??= mark(shop, unmarked))
}

async function mark({ database, now }: Shop, unmarked: Unmarked): Promise<void> {
  try {
    while (unmarked.ids.size > 0) {
      const done = [...unmarked.ids]
      await finishTasks(database, done, now())
      for (const id of done) unmarked.ids.delete(id)
    }
  } finally {
    unmarked.marking = null
  }
}
