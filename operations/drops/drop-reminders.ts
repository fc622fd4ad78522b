import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import {
  confirmReminder,
  countReminders,
  deleteReminders,
  findReminder,
  recordReminder,
  takeReminders,
} from '#db/drops/drop-reminders.ts'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Drop } from '#domain/drops/drop.ts'
import { isToBeTold } from '#domain/drops/drop-reminder.ts'
import { toDropReminderId, type DropReminderId } from '#domain/ids.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { momentWords } from '#domain/shop-time.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { LANGUAGE } from '#words/en/language.ts'
import * as words from '#words/en/mails/drops.ts'

/** The outbox tasks of the two emails: the link to confirm, and that the drop begins. */
type ReminderMail = 'drop-confirm' | 'drop-begins'

const BATCH = 500
const TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})$/

const taskSchema = v.object({ reminderId: v.pipe(v.string(), v.transform(toDropReminderId)) })

/** Stores the address and enqueues its link, in one transaction. The caller cannot tell which addresses are known. */
export async function askForReminder({ database, now }: Shop, drop: Drop, email: string): Promise<void> {
  const time = now()
  const asked = { newId: toDropReminderId(randomUUID()), dropId: drop.id, email, now: time }
  await transact(database, async (tx) => {
    const id = await recordReminder(tx, asked)
    if (id !== null) await enqueue(tx, [taskOf('drop-confirm', id, time)], time)
  })
}

/** How many are to be told of a drop, or were. */
export function countAsked({ database }: Shop, { id }: Pick<Drop, 'id'>): Promise<number> {
  return countReminders(database.db, id)
}

/** Enqueues the emails to those who asked for a drop that begins soon. Returns how many: there may be more. */
export async function remindOfDrops(shop: Shop): Promise<number> {
  const now = shop.now()
  const { drops } = await currentSetting(shop, DROPS)
  let told = 0
  for (const { id: dropId } of drops.filter((one) => isToBeTold(one, now))) {
    told += await transact(shop.database, async (tx) => {
      const ids = await takeReminders(tx, { dropId, limit: BATCH, now })
      await enqueue(
        tx,
        ids.map((id) => taskOf('drop-begins', id, now)),
        now,
      )
      return ids.length
    })
  }
  return told
}

function taskOf(kind: ReminderMail, id: DropReminderId, at: number) {
  const dedupeKey = kind === 'drop-begins' ? `${kind}:${id}` : `${kind}:${id}:${at}`
  return { kind, payload: { reminderId: id }, dedupeKey }
}

/** The target of a link in these emails; null: it opens nothing, or the drop or the reminder is gone. */
export async function openReminder(
  shop: Shop,
  token: string,
): Promise<{ id: DropReminderId; drop: Drop; email: string; isConfirmed: boolean } | null> {
  const [, id = '', key = ''] = TOKEN.exec(token) ?? []
  if (!shop.signedLinks.opens(key, 'drop-reminder', id)) return null
  return findOf(shop, toDropReminderId(id))
}

async function findOf(shop: Shop, id: DropReminderId) {
  const [reminder, { drops }] = await Promise.all([
    findReminder(shop.database.db, id),
    currentSetting(shop, DROPS),
  ])
  const drop = drops.find((one) => one.id === reminder?.dropId && !one.isDraft)
  return reminder && drop
    ? { id, drop, email: reminder.email, isConfirmed: reminder.confirmedAt !== null }
    : null
}

/** The buttons behind the link: confirms the reminder, or deletes it. */
export async function changeReminder(shop: Shop, token: string, change: 'confirm' | 'leave'): Promise<void> {
  const found = await openReminder(shop, token)
  if (found === null) return
  if (change === 'confirm') await confirmReminder(shop.database.db, found.id, shop.now())
  else await deleteReminders(shop.database.db, [found.id])
}

/** Sends the email of a task, unless who asked has left, or staff have taken the drop back. */
export async function sendReminderMail(shop: Shop, kind: ReminderMail, payload: unknown): Promise<void> {
  const { reminderId } = v.parse(taskSchema, payload)
  const found = await findOf(shop, reminderId)
  if (found === null || (kind === 'drop-confirm' && found.isConfirmed)) return
  const { drop, email } = found
  const { publicUrl, timeZone } = shop.settings
  const token = new URLSearchParams({
    token: `${reminderId}.${shop.signedLinks.keyFor('drop-reminder', reminderId)}`,
  })
  const own = `${publicUrl}/drop-reminder?${token}`
  const time = momentWords(drop.soldFrom, LANGUAGE, timeZone)
  const isBeginning = kind === 'drop-begins'
  await sendMail(shop, {
    id: `${kind}-${reminderId}`,
    kind,
    to: { name: '', address: email },
    subject: isBeginning ? words.begins(drop.name) : words.confirmSubject(drop.name),
    body: {
      heading: isBeginning ? words.begins(drop.name) : words.oneLastStep,
      paragraphs: isBeginning ? [words.onSale(time)] : [words.entered(drop.name), words.notYou],
      facts: [],
      link: isBeginning
        ? { label: words.toTheDrop, address: `${publicUrl}/drop/${drop.handle}` }
        : { label: words.confirm, address: own },
      unsubscribeLink: { label: words.leave, address: own },
    },
    unsubscribe: `${publicUrl}/drop-reminder/leave?${token}`,
  })
}
