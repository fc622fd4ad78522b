import type { Tx } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'

/** The outbox task that deletes the kept copies of mails. */
const FORGET_MAILS = 'forget-mails'
const MAX_MAILS = 1_000

/** Has the kept copies of mails deleted. `key`: of what they were about, which is forgotten once. */
export async function forgetMails(
  tx: Tx,
  { key, mails, now }: { key: string; mails: readonly string[]; now: number },
): Promise<void> {
  const tasks = []
  for (let at = 0; at < mails.length; at += MAX_MAILS) {
    const dedupeKey = `${FORGET_MAILS}:${key}${at === 0 ? '' : `:${at}`}`
    tasks.push({
      kind: FORGET_MAILS,
      payload: { mails: mails.slice(at, at + MAX_MAILS) },
      dedupeKey,
    } as const)
  }
  await enqueue(tx, tasks, now)
}
