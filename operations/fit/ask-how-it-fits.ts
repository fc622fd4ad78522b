import * as v from 'valibot'
import { transact } from '#db/engine/transact.ts'
import { findAskEnd, findUnasked, isRefused, recordAsk } from '#db/fit/fit.ts'
import { findOrder, findOrderBatched } from '#db/orders/orders.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { FITS } from '#domain/fit/fit.ts'
import { greetingName } from '#domain/greeting-name.ts'
import { toOrderId, type OrderId } from '#domain/ids.ts'
import { FIT } from '#domain/settings/fit.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { addressInLanguage } from '#operations/address-in-language.ts'
import { bulkPace, bulkRoom } from '#operations/mail/bulk-pace.ts'
import type { MailBlock } from '#operations/mail/mail-blocks.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentReturnRules } from '#operations/returns/ask-for-return.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { wordsIn } from '#words/languages.ts'
import { fitToken, readFitItems, refusalKey } from './answer-how-it-fits.ts'

/** The outbox task of the email. */
const FIT_MAIL = 'how-it-fits'

const DAY_MS = 86_400_000
/** An order whose time came longer ago is not asked: the setting was off then, or the shop did not run. */
const LATE_MS = 14 * DAY_MS
/** How long the links of the email work, and answers can be changed. */
export const ANSWER_MS = 60 * DAY_MS
const BATCH = 100

const taskSchema = v.object({ orderId: v.pipe(v.string(), v.transform(toOrderId)) })

/**
 * Enqueues the emails to customers whose pieces came as many days ago as the setting says: one for an order, with all
 * its pieces. Returns how many orders it looked at: there may be more.
 */
export async function askHowItFits(shop: Shop): Promise<number> {
  const days = Number((await currentSetting(shop, FIT)).days)
  if (days === 0) return 0
  const { transitDays } = await currentReturnRules(shop)
  const until = shop.now() - days * DAY_MS
  const taken: [number, number] = [until - LATE_MS, until]
  const transit = transitDays * DAY_MS
  const ids = await findUnasked(
    shop.database.db,
    { sent: [taken[0] - transit, taken[1] - transit], pickedUp: taken },
    BATCH,
  )
  for (const id of ids) if (!(await ask(shop, id))) return 0
  return ids.length
}

/** False: the outbox has no room for now. */
async function ask(shop: Shop, orderId: OrderId): Promise<boolean> {
  const { db } = shop.database
  const order = await findOrder(db, orderId)
  if (order === null) return true
  const isWanted =
    !(await isRefused(db, refusalKey(shop, order.customer.email))) &&
    (await readFitItems(shop, order)).length > 0
  const pace = await bulkPace(shop)
  return transact(shop.database, async (tx) => {
    const at = shop.now()
    if (!isWanted) {
      await recordAsk(tx, { orderId, at, endsAt: null })
      return true
    }
    const { room, spend } = await bulkRoom(tx, FIT_MAIL, { pace, now: at })
    if (room === 0) return false
    if (!(await recordAsk(tx, { orderId, at, endsAt: at + ANSWER_MS }))) return true
    await spend(1)
    await enqueue(tx, [{ kind: FIT_MAIL, payload: { orderId }, dedupeKey: `${FIT_MAIL}:${orderId}` }], at)
    return true
  })
}

/** Sends the email of a task, about what its customer still has, unless they want no such emails any more. */
export async function sendFitMail(shop: Shop, payload: unknown): Promise<void> {
  const { orderId } = v.parse(taskSchema, payload)
  const { db } = shop.database
  const order = await findOrderBatched(shop.database, orderId)
  if (order === null || order.customer.email === '') return
  const { name, email } = order.customer
  const [endsAt, items, isUnwanted] = await Promise.all([
    findAskEnd(db, orderId),
    readFitItems(shop, order),
    isRefused(db, refusalKey(shop, email)),
  ])
  if (endsAt === null || endsAt <= shop.now() || items.length === 0 || isUnwanted) return
  const all = wordsIn(shop, order.language)
  const words = all.fit
  const { name: shopName } = await currentSetting(shop, SHOP_IDENTITY)
  const token = fitToken(shop, order)
  const pageOf = (path: string, query: Record<string, string> = {}) =>
    addressInLanguage(shop, order.language, `${path}?${new URLSearchParams({ token, ...query })}`)
  const greeted = greetingName(name)
  const subject = words.mailSubject(shopName)
  await sendMail(shop, {
    id: `${FIT_MAIL}-${orderId}`,
    kind: FIT_MAIL,
    to: { name, address: email },
    subject: shop.gateway.isTest ? all['mails/orders'].testSubject(subject) : subject,
    body: {
      heading: words.mailHeading,
      paragraphs: [
        greeted === null ? all['mails/orders'].greetingWithoutName : all['mails/orders'].greeting(greeted),
        words.mailNext,
      ],
      facts: [],
      blocks: items.flatMap(({ at, name: item, size }): MailBlock[] => [
        { kind: 'heading', level: 2, text: all['mails/orders'].lineName(item, size) },
        {
          kind: 'choices',
          choices: FITS.map((fit) => ({
            label: words.answers[fit],
            address: pageOf('/fit', { item: String(at), fit }),
          })),
        },
      ]),
      unsubscribeLink: { label: words.mailLeave, address: pageOf('/fit/leave') },
    },
    words: all,
    unsubscribe: pageOf('/fit/leave'),
  })
}
