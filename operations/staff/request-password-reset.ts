import { randomUUID } from 'node:crypto'
import { enqueue, type OutboxTask } from '#db/outbox/outbox.ts'
import type { Origin, ResetRequestAnswer } from '#providers/identity/staff-identity.ts'
import type { Shop } from '#operations/shop.ts'

/** The outbox task for a reset mail (send-reset-mail.ts). */
export const PASSWORD_RESET = 'password-reset'

/** Enqueues a reset mail. Its link is made when the mail is sent, so that no token is stored in the task. */
export async function requestPasswordReset(
  shop: Shop,
  email: string,
  origin: Origin,
): Promise<ResetRequestAnswer> {
  const answer = await shop.identity.requestReset(email, origin)
  if (answer.kind !== 'allowed') return answer
  const task: OutboxTask = {
    kind: PASSWORD_RESET,
    payload: { memberId: answer.member.id },
    dedupeKey: `${PASSWORD_RESET}:${randomUUID()}`,
  }
  await enqueue(shop.database.db, [task], shop.now())
  return answer
}
