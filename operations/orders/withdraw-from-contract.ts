import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Throttle } from '#db/engine/throttle.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { findContactMessage, insertContactMessage } from '#db/inbox/contact-messages.ts'
import { recordEvent } from '#db/orders/order-events.ts'
import { findOrder, findOrderByNumber } from '#db/orders/orders.ts'
import { findReturnable } from '#db/returns/returns.ts'
import type { Database } from '#db/schema.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { dateFormat } from '#domain/date-format.ts'
import { toMessageId, toReturnId, type MessageId } from '#domain/ids.ts'
import { WITHDRAWAL_DAYS, type Withdrawal } from '#domain/inbox/withdrawal.ts'
import { cents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { parseOrderNumber } from '#domain/packing/parse-tracking.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { lastReturnDay } from '#domain/returns/review-return.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { changeInTransaction } from '#operations/change-as-staff.ts'
import { mayMail } from '#operations/mail-allowance.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentReturnRules, writeReturn } from '#operations/returns/ask-for-return.ts'
import { findReplyAddress } from '#operations/settings/shop-contact.ts'
import type { Shop } from '#operations/shop.ts'
import { wordsIn } from '#words/languages.ts'
import { putOnHold } from './hold-order.ts'
import { CONTACT_MAIL } from '#operations/inbox/send-contact-message.ts'

/** The outbox task for the receipt, by mail. */
export const WITHDRAWAL_RECEIPT = 'withdrawal-receipt'

/** Receipts for one address. What is stated is kept anyway. */
const RECEIPTS: Throttle = { burst: 5, refillMs: 3 * 3_600_000 }

/**
 * Keeps a withdrawal among the messages, once, and enqueues its receipt and a mail to the owner. An order that has the
 * number and the email address of the withdrawal says so, and what is not sent yet is put on hold. The sender cannot
 * tell whether there is such an order.
 */
export async function withdrawFromContract(
  shop: Shop,
  id: MessageId,
  { name, email, contract, part }: Withdrawal,
  language: string,
): Promise<void> {
  await transact(shop.database, async (tx) => {
    const now = shop.now()
    const message = { name, email, subject: 'withdrawal', message: part, contract } as const
    if (!(await insertContactMessage(tx, id, message, now))) return
    const isReceiptDue = await mayMail(shop, tx, { what: WITHDRAWAL_RECEIPT, email, most: RECEIPTS })
    const task = (kind: typeof CONTACT_MAIL | typeof WITHDRAWAL_RECEIPT) => ({
      kind,
      payload: { messageId: id, language },
      dedupeKey: `${kind}:${id}`,
    })
    await enqueue(tx, [task(CONTACT_MAIL), ...(isReceiptDue ? [task(WITHDRAWAL_RECEIPT)] : [])], now)
    const order = await findWithdrawnOrder(shop, { contract, email }, tx)
    if (order?.isOfSender) {
      await stopOrder(shop, tx, order.order)
      await returnWithdrawn(shop, tx, order.order, { id, part })
    }
  })
}

async function stopOrder(shop: Shop, tx: Tx, { id, number }: Order): Promise<void> {
  const at = shop.now()
  await recordEvent(tx, id, at, 'withdrawn', {}, 'shopper')
  const request = { number, by: 'shopper', permissions: PERMISSIONS }
  const hold = { reason: 'withdrawn', note: '', photo: '', by: 'the customer', at } as const
  await changeInTransaction(shop, tx, 'hold', request, () => putOnHold(tx, id, hold, 'shopper'))
}

/**
 * What the customer has of the order becomes a return, free of charge: accepted when it is in time and of all of it,
 * otherwise for staff to judge. Units that they ask to return already stay in that return.
 */
async function returnWithdrawn(
  shop: Shop,
  tx: Tx,
  { id: orderId }: Order,
  { id, part }: { id: MessageId; part: string },
): Promise<void> {
  const order = (await findOrder(tx, orderId))!
  const units = [...(await findReturnable(tx, order))]
    .filter(([, quantity]) => quantity > 0)
    .map(([position, quantity]) => ({ position, quantity, reason: 'withdrawn' as const }))
  if (units.length === 0) return
  const now = shop.now()
  const rules = { days: WITHDRAWAL_DAYS, transitDays: (await currentReturnRules(shop, tx)).transitDays }
  const isClear = part === '' && now <= lastReturnDay(order, rules)
  await writeReturn(
    tx,
    order,
    {
      id: toReturnId(id),
      units,
      wish: 'money',
      method: '',
      note: part,
      fee: cents(0),
      review: isClear ? [] : ['withdrawn'],
      dueAt: now + WITHDRAWAL_DAYS * 86_400_000,
      isWithdrawal: true,
    },
    now,
  )
}

/** The order whose number a withdrawal names, and whether its email address is the sender's; null: there is none. */
export async function findWithdrawnOrder(
  { database }: Pick<Shop, 'database'>,
  { contract, email }: { contract: string; email: string },
  db: Kysely<Database> = database.db,
): Promise<{ order: Order; isOfSender: boolean } | null> {
  const numbers = contract.split(/[\s,;.#]+/).flatMap((word) => parseOrderNumber(word) ?? [])
  const [number] = numbers
  const order = number === undefined ? null : await findOrderByNumber(db, number)
  const address = limitEmail(email)
  return order && { order, isOfSender: address !== '' && limitEmail(order.customer.email) === address }
}

/** When a withdrawal was received; null: it is not known. */
export async function findWithdrawal(
  { database }: Pick<Shop, 'database'>,
  id: string,
): Promise<number | null> {
  const message = await findContactMessage(database.db, toMessageId(id))
  return message?.subject === 'withdrawal' ? message.createdAt : null
}

const receiptTask = v.object({
  messageId: v.pipe(v.string(), v.transform(toMessageId)),
  language: v.string(),
})

/** Sends the receipt of a `withdrawal-receipt` task: what was stated, with day and time. */
export async function sendWithdrawalReceipt(shop: Shop, payload: unknown): Promise<void> {
  const { messageId, language } = v.parse(receiptTask, payload)
  const found = await findContactMessage(shop.database.db, messageId)
  if (!found) return
  const all = wordsIn(shop, language)
  const words = all['mails/withdrawal']
  const { timeZone, ownerEmail } = shop.settings
  const format = dateFormat(all.language.LANGUAGE, { dateStyle: 'long', timeStyle: 'long', timeZone })
  await sendMail(shop, {
    id: `${WITHDRAWAL_RECEIPT}-${messageId}`,
    kind: WITHDRAWAL_RECEIPT,
    to: { name: found.name, address: found.email },
    replyTo: (await findReplyAddress(shop)) ?? ownerEmail,
    subject: words.subject,
    body: {
      heading: words.subject,
      paragraphs: [words.received, words.next],
      facts: [
        [words.facts.name, found.name],
        [words.facts.contract, found.contract ?? ''],
        [words.facts.part, found.message === '' ? words.whole : found.message],
        [words.facts.email, found.email],
        [words.facts.time, format.format(found.createdAt)],
      ],
    },
    words: all,
  })
}
