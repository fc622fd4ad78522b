import { addressInLanguage } from '#operations/address-in-language.ts'
import { amountIn } from '#domain/currency.ts'
import * as v from 'valibot'
import { momentWords } from '#domain/shop-time.ts'
import type { MailBody } from '#operations/mail/mail-body.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { wordsIn } from '#words/languages.ts'
import { entryToken, findOpenedEntry, winPath, type OpenedEntry } from './enter-draw.ts'

/** The link of an entry, that it has won, and that it has not. */
type DrawMail = 'draw-entry' | 'draw-won' | 'draw-lost'

const taskSchema = v.object({ entryId: v.string() })

/** Sends the email of a task, unless it is out of date. */
export async function sendDrawMail(shop: Shop, kind: DrawMail, payload: unknown): Promise<void> {
  const { entryId } = v.parse(taskSchema, payload)
  const found = await findOpenedEntry(shop, entryId)
  const opened = found && (await findOpenedEntry(shopInLanguage(shop, found.entry.language), entryId))
  const written = opened && write(shop, kind, opened)
  if (!opened || !written) return
  const { customer, language } = opened.entry
  const { subject, ...body } = written
  await sendMail(shop, {
    id: `${kind}-${entryId}`,
    kind,
    to: { name: customer.name, address: customer.email },
    subject,
    body: { heading: subject, ...body },
    words: wordsIn(shop, language),
  })
}

type Written = Omit<MailBody, 'heading'> & { subject: string; heading?: string }

function write(
  shop: Shop,
  kind: DrawMail,
  { entry, drop, room, state, order, payBy: until }: OpenedEntry,
): Written | null {
  const all = wordsIn(shop, entry.language)
  const words = all['mails/draws']
  const { publicUrl, timeZone } = shop.settings
  const at = (time: number) => momentWords(time, all.language.LANGUAGE, timeZone)
  const address = (path: string) => addressInLanguage(shop, entry.language, path)
  const own = address(`/draw?${entryToken(shop, entry.id)}`)
  const page = address(`/drop/${drop.handle}`)
  if (kind === 'draw-entry' && state === 'unconfirmed')
    return {
      subject: words.confirmSubject(drop.name),
      heading: words.oneLastStep,
      paragraphs: [words.confirmNext(drop.name, at(drop.soldFrom)), words.notYou],
      facts: [],
      link: { label: words.confirm, address: own },
    }
  if (kind === 'draw-entry' && state === 'entered')
    return {
      subject: words.enteredSubject(drop.name),
      paragraphs: [words.entered(at(drop.soldFrom))],
      facts: [],
      link: { label: words.seeEntry, address: own },
    }
  if (kind === 'draw-won' && state === 'won' && order !== null) {
    const amount = amountIn(all.language.LANGUAGE, order.total)
    const payBy = at(until ?? 0)
    const items = order.lines.map(({ quantity, name, size }) => words.item(quantity, name, size))
    const { quantity } = entry.item
    const isFewer = order.lines.reduce((sum, line) => sum + line.quantity, 0) < quantity
    return {
      subject: words.wonSubject(drop.name),
      paragraphs: [words.won(items.join(', '), amount, payBy), ...(isFewer ? [words.fewer(quantity)] : [])],
      facts: [
        [words.payBy, payBy],
        [words.toPay, amount],
      ],
      link: { label: words.pay(amount), address: publicUrl + winPath(shop, entry.id) },
    }
  }
  if (kind === 'draw-lost' && state === 'lost')
    return {
      subject: words.lostSubject(drop.name),
      paragraphs: [words.lost(room.present ?? 0)],
      facts: [],
      link: { label: words.check, address: `${page}/draw` },
    }
  if (kind === 'draw-lost' && state === 'cancelled')
    return {
      subject: words.cancelledSubject(drop.name),
      paragraphs: [words.cancelled],
      facts: [],
      link: { label: words.toTheDrop, address: page },
    }
  return null
}
