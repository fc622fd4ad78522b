import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import {
  confirmReminder,
  countReminders,
  deleteReminders,
  findAwaitedSizes,
  findReminder,
  recordReminder,
  takeReminders,
} from '#db/reminders/reminders.ts'
import type { Throttle } from '#db/engine/throttle.ts'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { unitsLeft, isOnSale, type Product } from '#domain/catalog/product.ts'
import type { Size } from '#domain/catalog/size.ts'
import { isToBeTold, type Drop } from '#domain/drops/drop.ts'
import { WAVE_MS, waveSize, type ReminderTopic } from '#domain/reminders/reminder.ts'
import { toReminderId, type ReminderId } from '#domain/ids.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { endingWith, momentWords } from '#domain/shop-time.ts'
import { findRoomBefore } from '#operations/drops/find-turns.ts'
import { bulkPace, bulkRoom } from '#operations/mail/bulk-pace.ts'
import { mayMail } from '#operations/mail-allowance.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { addressInLanguage } from '#operations/address-in-language.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import { ownLanguage, wordsIn, type Words } from '#words/languages.ts'

/** The outbox tasks of the emails: the link to confirm, that the drop begins, and that the size is back. */
type ReminderMail = 'reminder-confirm' | 'drop-begins' | 'back-in-stock'

const BATCH = 500
/** Links to confirm for one address. */
const LINKS: Throttle = { burst: 6, refillMs: 2 * 3_600_000 }
const TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})$/

const taskSchema = v.object({ reminderId: v.pipe(v.string(), v.transform(toReminderId)) })

/** What a reminder is of: a drop, or a size of a product. */
export type ReminderSubject = { kind: 'drop'; drop: Drop } | { kind: 'size'; product: Product; size: Size }

/** Stores the address and enqueues its link, in one transaction. The caller cannot tell which addresses are known. */
export async function askForReminder(
  shop: Shop,
  topic: ReminderTopic,
  email: string,
  language = ownLanguage(shop),
): Promise<void> {
  const time = shop.now()
  const asked = { newId: toReminderId(randomUUID()), topic, email, language, now: time }
  await transact(shop.database, async (tx) => {
    const id = await recordReminder(tx, asked)
    const isMailed = await mayMail(shop, tx, { what: 'reminders', email, most: LINKS })
    if (id !== null && isMailed) await enqueue(tx, [taskOf('reminder-confirm', id, time)], time)
  })
}

/** How many are to be told of a drop, or were. */
export function countAsked({ database }: Shop, { id }: Pick<Drop, 'id'>): Promise<number> {
  return countReminders(database.db, { kind: 'drop', dropId: id })
}

/**
 * Enqueues the emails to those who asked for a drop that begins soon, or for a size that is there again. Returns how
 * many: there may be more.
 */
export async function sendReminders(shop: Shop): Promise<number> {
  const now = shop.now()
  const [{ drops }, pace] = await Promise.all([currentSetting(shop, DROPS), bulkPace(shop)])
  let told = 0
  for (const { id: dropId } of drops.filter((one) => isToBeTold(one, now))) {
    told += await tell(shop, 'drop-begins', pace, { topic: { kind: 'drop', dropId }, limit: BATCH, now })
  }
  const awaited = await findAwaitedSizes(shop.database.db)
  const products = await shop.catalog.findMany([...new Set(awaited.map(({ topic }) => topic.productId))])
  for (const { topic } of awaited) {
    const product = products.find(({ id }) => id === topic.productId)
    const isSold = product && isOnSale(product, now) && (await findRoomBefore(shop, product.id)) === null
    const most = isSold ? waveSize(unitsLeft(product, topic.size)) : 0
    if (most === 0) continue
    const wave = most === Infinity ? { limit: BATCH } : { limit: most, lessToldSince: now - WAVE_MS }
    told += await tell(shop, 'back-in-stock', pace, { topic, now, ...wave })
  }
  return told
}

async function tell(
  { database }: Shop,
  kind: ReminderMail,
  pace: Throttle | null,
  taken: Parameters<typeof takeReminders>[1],
): Promise<number> {
  return transact(database, async (tx) => {
    const { room, spend } = await bulkRoom(tx, kind, { pace, now: taken.now })
    if (room === 0) return 0
    const ids = await takeReminders(tx, { ...taken, room })
    await spend(ids.length)
    await enqueue(
      tx,
      ids.map((id) => taskOf(kind, id, taken.now)),
      taken.now,
    )
    return ids.length
  })
}

function taskOf(kind: ReminderMail, id: ReminderId, at: number) {
  const dedupeKey = kind === 'drop-begins' ? `${kind}:${id}` : `${kind}:${id}:${at}`
  return { kind, payload: { reminderId: id }, dedupeKey }
}

/** The target of a link in these emails; null: it opens nothing, or what the reminder is of is gone. */
export async function openReminder(shop: Shop, token: string): Promise<Awaited<ReturnType<typeof findOf>>> {
  const [, id = '', key = ''] = TOKEN.exec(token) ?? []
  if (!shop.signedLinks.opens(key, 'reminder', id)) return null
  return findOf(shop, toReminderId(id))
}

async function findOf(shop: Shop, id: ReminderId) {
  const reminder = await findReminder(shop.database.db, id)
  const subject = reminder && (await findSubject(shopInLanguage(shop, reminder.language), reminder.topic))
  if (!reminder || !subject) return null
  const { email, language, confirmedAt, toldAt, heldCheckout } = reminder
  return {
    id,
    subject,
    email,
    language,
    isConfirmed: confirmedAt !== null,
    isTold: toldAt !== null,
    heldCheckout,
  }
}

async function findSubject(shop: Shop, topic: ReminderTopic): Promise<ReminderSubject | null> {
  if (topic.kind === 'size') {
    const product = await shop.catalog.find(topic.productId)
    return product && { kind: 'size', product, size: topic.size }
  }
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find((one) => one.id === topic.dropId && !one.isDraft)
  return drop ? { kind: 'drop', drop } : null
}

/** The buttons behind the link: confirms the reminder, or deletes it. */
export async function changeReminder(shop: Shop, token: string, change: 'confirm' | 'leave'): Promise<void> {
  const found = await openReminder(shop, token)
  if (found === null) return
  if (change === 'confirm') await confirmReminder(shop.database.db, found.id, shop.now())
  else await deleteReminders(shop.database.db, [found.id])
}

/** Sends the email of a task, unless who asked has left, or what they asked for is gone. */
export async function sendReminderMail(shop: Shop, kind: ReminderMail, payload: unknown): Promise<void> {
  const { reminderId } = v.parse(taskSchema, payload)
  const found = await findOf(shop, reminderId)
  if (found === null || (kind === 'reminder-confirm' && found.isConfirmed)) return
  const { subject, email, language } = found
  const all = wordsIn(shop, language)
  const words = all['mails/reminders']
  const { publicUrl } = shop.settings
  const token = new URLSearchParams({
    token: `${reminderId}.${shop.signedLinks.keyFor('reminder', reminderId)}`,
  })
  const address = (path: string) => addressInLanguage(shop, language, path)
  const own = address(`/reminder?${token}`)
  const about = mailAbout(subject, shop.settings, token, all)
  const isAsking = kind === 'reminder-confirm'
  await sendMail(shop, {
    id: `${kind}-${reminderId}`,
    kind,
    to: { name: '', address: email },
    subject: isAsking ? about.confirm : about.now,
    body: {
      heading: isAsking ? words.oneLastStep : about.now,
      paragraphs: isAsking ? [about.entered, words.notYou] : [about.next],
      facts: [],
      link: isAsking
        ? { label: words.confirm, address: own }
        : { label: about.link, address: address(about.path) },
      unsubscribeLink: { label: words.leave, address: own },
    },
    unsubscribe: `${publicUrl}/reminder/leave?${token}`,
    words: all,
  })
}

/** What the emails say of a drop, or of a size. */
function mailAbout(
  subject: ReminderSubject,
  { timeZone, reminderHoldMinutes: minutes }: Shop['settings'],
  token: URLSearchParams,
  { language: { LANGUAGE }, 'mails/reminders': words }: Words,
) {
  if (subject.kind === 'drop') {
    const { name, soldFrom, handle } = subject.drop
    return {
      confirm: words.confirmDrop(name),
      entered: words.enteredForDrop(name),
      now: words.begins(name),
      next: words.onSale(endingWith(momentWords(soldFrom, LANGUAGE, timeZone))),
      link: words.toTheDrop,
      path: `/drop/${handle}`,
    }
  }
  const { product, size } = subject
  return {
    confirm: words.confirmSize(product.name, size),
    entered: words.enteredForSize(product.name, size),
    now: words.isBack(product.name, size),
    next: minutes > 0 ? words.mayHold(minutes) : words.firstCome,
    link: minutes > 0 ? words.holdOne : words.toTheProduct,
    path: minutes > 0 ? `/reminder/hold?${token}` : `/product/${product.id}`,
  }
}
