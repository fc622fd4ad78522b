import * as v from 'valibot'
import { finishTasks, leaseTasks, postponeTask, type LeasedTask } from '#db/outbox.ts'
import { sendContactMail } from './send-contact-mail.ts'
import { CONTACT_MAIL } from './send-contact-message.ts'
import { ORDER_MAILS, sendOrderMail } from './order-mails.ts'
import { failRefund, refundPayment, type RefundTask } from './refund-payment.ts'
import { PASSWORD_RESET } from './request-password-reset.ts'
import { sendNewsletterMail } from './send-newsletter-mail.ts'
import { sendResetMail } from './send-reset-mail.ts'
import type { Shop } from './shop.ts'
import { NEWSLETTER_MAIL } from './subscribe-to-newsletter.ts'

const AT_ONCE = 20

const mailSchema = v.object({
  orderId: v.string(),
  refundId: v.optional(v.string()),
  /** The mail's own name, where an order may get more than one of its kind. */
  id: v.optional(v.string()),
})

/** Tasks from before refunds had rows of their own say nothing of one: it has the order's id. */
const refundSchema = v.pipe(
  v.object({ orderId: v.string(), refundId: v.optional(v.string()) }),
  v.transform(({ orderId, refundId = orderId }): RefundTask => ({ orderId, refundId })),
)

/**
 * Does what the outbox holds: mails and refunds. A task that fails comes back later; one that was done and not marked,
 * because the process died in between, is done again, which each of them bears. Answers how many were due.
 */
export async function deliverOutbox(shop: Shop): Promise<number> {
  const tasks = await leaseTasks(shop.database, shop.now(), AT_ONCE)
  const done = await Promise.all(
    tasks.map(async (task) => {
      try {
        await carryOut(shop, task)
        return [task.id]
      } catch (error) {
        shop.log.error('An outbox task failed', error, {
          id: task.id,
          kind: task.kind,
          attempts: task.attempts,
        })
        const reason = error instanceof Error ? error.message : String(error)
        const gaveUp = await postponeTask(shop.database, task, reason, shop.now())
        if (gaveUp && task.kind === 'refund')
          await failRefund(shop, v.parse(refundSchema, task.payload), reason)
        return []
      }
    }),
  )
  await finishTasks(shop.database, done.flat(), shop.now())
  return tasks.length
}

async function carryOut(shop: Shop, { id, kind, payload }: LeasedTask): Promise<void> {
  if (kind === 'refund') return refundPayment(shop, v.parse(refundSchema, payload))
  if (kind === PASSWORD_RESET) return sendResetMail(shop, id, payload)
  if (kind === CONTACT_MAIL) return sendContactMail(shop, payload)
  if (kind === NEWSLETTER_MAIL) return sendNewsletterMail(shop, payload)
  const mail = v.parse(v.picklist(ORDER_MAILS), kind)
  return sendOrderMail(shop, mail, v.parse(mailSchema, payload))
}
