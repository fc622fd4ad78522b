import * as v from 'valibot'
import { finishTasks, leaseTasks, postponeTask, type LeasedTask } from '#db/outbox.ts'
import { sendContactMail } from './send-contact-mail.ts'
import { CONTACT_MAIL } from './send-contact-message.ts'
import { ORDER_MAILS, sendOrderMail } from './order-mails.ts'
import { FORGET_MAILS } from './erase-customer.ts'
import { giveUpRefund, type RefundTask } from './record-refund.ts'
import { refundPayment } from './refund-payment.ts'
import { PASSWORD_RESET } from './request-password-reset.ts'
import { sendNewsletterMail } from './send-newsletter-mail.ts'
import { sendResetMail } from './send-reset-mail.ts'
import type { Shop } from './shop.ts'
import { NEWSLETTER_MAIL } from './subscribe-to-newsletter.ts'

const AT_ONCE = 20

const mailSchema = v.object({
  orderId: v.string(),
  refundId: v.optional(v.string()),
  disputeId: v.optional(v.string()),
  /** The mail's own name, where an order may get more than one of its kind. */
  id: v.optional(v.string()),
})

const forgetSchema = v.object({ mails: v.array(v.string()) })

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
  await markDone(shop)
  const tasks = await leaseTasks(shop.database, shop.now(), AT_ONCE)
  const ends = await Promise.allSettled(tasks.map((task) => workOn(shop, task)))
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  return tasks.length
}

async function workOn(shop: Shop, task: LeasedTask): Promise<void> {
  try {
    await carryOut(shop, task)
  } catch (error) {
    const { id, kind, attempts } = task
    shop.log.error('An outbox task failed', error, { id, kind, attempts })
    const reason = error instanceof Error ? error.message : String(error)
    const gaveUp = await postponeTask(shop.database, task, reason, shop.now())
    if (gaveUp && kind === 'refund') await giveUpRefund(shop, v.parse(refundSchema, task.payload), reason)
    return
  }
  await markDone(shop, task.id)
}

/** Tasks that are done and not marked yet. They outlive a round: a disk that is full sends no mail twice. */
interface Unmarked {
  ids: Set<number>
  marking: Promise<void> | null
}

const unmarkedOf = new WeakMap<Shop, Unmarked>()

/** Marks at once, so that a kill makes few mails go out twice; those that end meanwhile are marked together. */
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

async function carryOut(shop: Shop, { id, kind, payload }: LeasedTask): Promise<void> {
  if (kind === 'refund') return refundPayment(shop, v.parse(refundSchema, payload))
  if (kind === PASSWORD_RESET) return sendResetMail(shop, id, payload)
  if (kind === CONTACT_MAIL) return sendContactMail(shop, payload)
  if (kind === NEWSLETTER_MAIL) return sendNewsletterMail(shop, payload)
  if (kind === FORGET_MAILS) return shop.mailer.forget(v.parse(forgetSchema, payload).mails)
  const mail = v.parse(v.picklist(ORDER_MAILS), kind)
  return sendOrderMail(shop, mail, v.parse(mailSchema, payload))
}
