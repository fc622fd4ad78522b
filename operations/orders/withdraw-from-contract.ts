import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Throttle } from '#db/engine/throttle.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { findContactMessage, insertContactMessage, type StoredMessage } from '#db/inbox/contact-messages.ts'
import { findHold } from '#db/orders/holds.ts'
import { recordOneTimeEvent } from '#db/orders/order-events.ts'
import { findOrder, findOrderByNumber, lockOrder } from '#db/orders/orders.ts'
import { findDisputes } from '#db/refunds/disputes.ts'
import { findReturnable, findReturns } from '#db/returns/returns.ts'
import type { Database } from '#db/schema.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { dateFormat } from '#domain/date-format.ts'
import { toMessageId, toReturnId, type MessageId } from '#domain/ids.ts'
import { WITHDRAWAL_DAYS, type Withdrawal } from '#domain/inbox/withdrawal.ts'
import { cents } from '#domain/money.ts'
import type { Order } from '#domain/orders/order.ts'
import { parseOrderNumber } from '#domain/packing/parse-tracking.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { isDisputed } from '#domain/refunds/dispute.ts'
import { lastReturnDay } from '#domain/returns/review-return.ts'
import { PERMISSIONS } from '#domain/staff/permissions.ts'
import { changeInTransaction } from '#operations/change-as-staff.ts'
import { mayMail } from '#operations/mail-allowance.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentReturnRules, writeReturn } from '#operations/returns/ask-for-return.ts'
import { findReplyAddress } from '#operations/settings/shop-contact.ts'
import type { Shop } from '#operations/shop.ts'
import { wordsIn } from '#words/languages.ts'
import { holdWithdrawn } from './hold-order.ts'
import { CONTACT_MAIL } from '#operations/inbox/send-contact-message.ts'

/** The outbox tasks: what it does to its order, and the receipt by mail. */
const WITHDRAWAL_TASK = 'withdrawal'
export const WITHDRAWAL_RECEIPT = 'withdrawal-receipt'

const taskSchema = v.object({
  messageId: v.pipe(v.string(), v.transform(toMessageId)),
  language: v.string(),
})

/** Receipts for one address. What is stated is kept anyway. */
const RECEIPTS: Throttle = { burst: 5, refillMs: 3 * 3_600_000 }

/**
 * Keeps a withdrawal among the messages, once, and enqueues its receipt, a mail to the owner, and what it does to its
 * order: that is looked for afterwards, so that the time of the answer does not tell whether there is such an order.
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
    const task = (kind: typeof WITHDRAWAL_TASK | typeof CONTACT_MAIL | typeof WITHDRAWAL_RECEIPT) => ({
      kind,
      payload: { messageId: id, language },
      dedupeKey: `${kind}:${id}`,
    })
    const receipt = isReceiptDue ? [task(WITHDRAWAL_RECEIPT)] : []
    await enqueue(tx, [task(WITHDRAWAL_TASK), task(CONTACT_MAIL), ...receipt], now)
  })
}

/**
 * Carries out a `withdrawal` task: an order that has the number and the email address of the withdrawal says so, what
 * is not sent yet is put on hold, and what is sent becomes a return.
 */
export async function applyWithdrawal(shop: Shop, payload: unknown): Promise<void> {
  const { messageId } = v.parse(taskSchema, payload)
  await transact(shop.database, async (tx) => {
    const message = await findContactMessage(tx, messageId)
    if (!message) return
    const found = await findWithdrawnOrder(
      shop,
      { contract: message.contract ?? '', email: message.email },
      tx,
    )
    if (!found?.isOfSender) return
    await lockOrder(tx, found.order.id)
    const event = { kind: 'withdrawn', name: messageId, actor: 'shopper' } as const
    if (!(await recordOneTimeEvent(tx, found.order.id, shop.now(), event))) return
    await stopOrder(shop, tx, found.order)
    await returnWithdrawn(shop, tx, found.order, message)
  })
}

/** Holds what is not sent, also what waits for another reason; what is to be looked at is held when that is done. */
async function stopOrder(shop: Shop, tx: Tx, { id, number }: Order): Promise<void> {
  const at = shop.now()
  const request = { number, by: 'shopper', permissions: PERMISSIONS }
  const stopped = await changeInTransaction(shop, tx, 'hold', request, () => holdWithdrawn(tx, id, { at }))
  const before = stopped.kind === 'on-hold' ? await findHold(tx, id) : null
  if (before === null || before.reason === 'review' || before.reason === 'withdrawn') return
  await holdWithdrawn(tx, id, { at, before })
}

/**
 * What the customer has of the order becomes a return, free of charge: accepted when it is in time, of all of it and
 * not before the bank, otherwise for staff to judge. Units that they ask to return already stay in that return.
 */
async function returnWithdrawn(
  shop: Shop,
  tx: Tx,
  { id: orderId }: Order,
  { id, message: part, createdAt }: StoredMessage,
): Promise<void> {
  const order = (await findOrder(tx, orderId))!
  const units = [...(await findReturnable(tx, order))]
    .filter(([, quantity]) => quantity > 0)
    .map(([position, quantity]) => ({ position, quantity, reason: 'withdrawn' as const }))
  if (units.length === 0) return
  const { transitDays } = await currentReturnRules(shop, tx)
  const terms = { days: WITHDRAWAL_DAYS, transitDays, returns: await findReturns(tx, orderId) }
  const isInTime = units.every(({ position }) => createdAt <= lastReturnDay(order, position, terms))
  const isClear = part === '' && isInTime && !isDisputed(await findDisputes(tx, orderId))
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
      dueAt: createdAt + WITHDRAWAL_DAYS * 86_400_000,
      isWithdrawal: true,
    },
    shop.now(),
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

/** Sends the receipt of a `withdrawal-receipt` task: what was stated, with day and time. */
export async function sendWithdrawalReceipt(shop: Shop, payload: unknown): Promise<void> {
  const { messageId, language } = v.parse(taskSchema, payload)
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
