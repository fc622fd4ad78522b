import * as v from 'valibot'
import { recordEvent } from '#db/orders/order-events.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { changeAsStaff, type ChangeRefusal, type StaffTask } from '#operations/change-as-staff.ts'
import { ORDER_MAIL_KINDS } from '#domain/outbox/task-kinds.ts'
import type { Shop } from '#operations/shop.ts'

type Resent = { kind: 'waiting' | 'unknown-mail' | 'still-waiting' }

export type ResendOutcome = Resent | ChangeRefusal

/**
 * Enqueues a mail that was sent or given up once more. Repeated requests resend a mail once; the new mail can be resent
 * in turn.
 */
export async function resendMail(shop: Shop, task: StaffTask & { mailId: number }): Promise<ResendOutcome> {
  const { mailId, by } = task
  return changeAsStaff(shop, 'resend-mail', task, async (tx, order): Promise<Resent> => {
    const mail = await tx
      .selectFrom('outbox')
      .select(['kind', 'payload', 'done_at', 'gave_up_at'])
      .where('id', '=', mailId)
      .where('order_id', '=', order.id)
      .executeTakeFirst()
    if (!mail || !v.is(v.picklist(ORDER_MAIL_KINDS), mail.kind)) return { kind: 'unknown-mail' }
    if (mail.done_at === null && mail.gave_up_at === null) return { kind: 'still-waiting' }
    const dedupeKey = `resend:${mailId}`
    const again = await tx
      .selectFrom('outbox')
      .select('id')
      .where('dedupe_key', '=', dedupeKey)
      .executeTakeFirst()
    if (again) return { kind: 'waiting' }
    const payload = { ...(JSON.parse(mail.payload) as object), id: `resend-${mailId}` }
    await enqueue(tx, [{ kind: mail.kind, payload, dedupeKey }], shop.now())
    await recordEvent(tx, order.id, shop.now(), 'mail-resent', { mail: mail.kind }, by)
    return { kind: 'waiting' }
  })
}
