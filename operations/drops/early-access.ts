import { addressInLanguage } from '#operations/address-in-language.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import {
  addGuests,
  consumeGuestLink,
  countGuests,
  deleteGuests,
  findGuestLink,
  isGuest,
  renewGuestLink,
} from '#db/drops/drop-guests.ts'
import type { Throttle } from '#db/engine/throttle.ts'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { isEarly, type Drop } from '#domain/drops/drop.ts'
import { looksLikeEmail } from '#domain/email.ts'
import { toProductId, type ProductId } from '#domain/ids.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { endingWith, momentWords } from '#domain/shop-time.ts'
import { mayMail } from '#operations/mail-allowance.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { isEmailBlocked } from '#operations/blocks/block-list.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { shopInLanguage } from '#operations/shop-in-language.ts'
import type { Shop } from '#operations/shop.ts'
import { wordsIn } from '#words/languages.ts'

/** Who a pass is of, when it is of the password; otherwise it is the key of a guest. */
const PASSWORD = 'password'
const PASS = /^([\w-]{1,64})\.([\w-]{1,64})$/
/** Links for one address. */
const LINKS: Throttle = { burst: 6, refillMs: 2 * 3_600_000 }

/** What a browser keeps that has early access to a drop. Another password ends those that it gave. */
function passOf({ signedLinks }: Pick<Shop, 'signedLinks'>, drop: Drop, who: string): string {
  return `${who}.${signedLinks.keyFor('drop-early', subjectOf(drop, who))}`
}

function subjectOf({ id, early }: Drop, who: string): string {
  return `${id} ${who} ${who === PASSWORD ? early?.password : ''}`
}

/** Whether a drop sells to the holder of a pass before the sale. */
export async function hasEarlyAccess(shop: Shop, drop: Drop, pass: string | null): Promise<boolean> {
  const [, who = '', key = ''] = PASS.exec(pass ?? '') ?? []
  if (!isEarly(drop, shop.now()) || !shop.signedLinks.opens(key, 'drop-early', subjectOf(drop, who)))
    return false
  return who === PASSWORD ? drop.early?.password !== '' : isGuest(shop.database.db, drop.id, who)
}

/** The products that a browser may buy before the sale, by its passes. */
export async function findEarlyProducts(
  shop: Shop,
  passFor: (drop: Drop) => string | null,
): Promise<ReadonlySet<ProductId>> {
  const { drops } = await currentSetting(shop, DROPS)
  const early = drops.filter((drop) => isEarly(drop, shop.now()))
  const isOpen = await Promise.all(early.map((drop) => hasEarlyAccess(shop, drop, passFor(drop))))
  return new Set(early.flatMap(({ products }, at) => (isOpen[at] ? products.map(toProductId) : [])))
}

/** The drop that sells this product before the sale, to those with early access; null: there is none. */
export async function findEarlyDrop(shop: Shop, productId: ProductId): Promise<Drop | null> {
  const { drops } = await currentSetting(shop, DROPS)
  return drops.find((drop) => drop.products.includes(productId) && isEarly(drop, shop.now())) ?? null
}

/** The pass that a password gives; null: it is not the password. Takes the same time for any. */
export function tryPassword({ signedLinks }: Shop, drop: Drop, password: string): string | null {
  const subject = (text: string) => `${drop.id} try ${text}`
  const key = signedLinks.keyFor('drop-early', subject(drop.early?.password ?? ''))
  return password !== '' && signedLinks.opens(key, 'drop-early', subject(password))
    ? passOf({ signedLinks }, drop, PASSWORD)
    : null
}

/**
 * Leaves a link for an address to the outbox, which finds out whether it is on the list: nobody learns it from the
 * answer, nor from how long it takes.
 */
export async function askForEarlyLink(
  shop: Shop,
  drop: Drop,
  { email, language }: { email: string; language: string },
): Promise<void> {
  const { db } = shop.database
  if (!(await mayMail(shop, db, { what: 'early-access', email, most: LINKS }))) return
  const id = randomUUID()
  const payload = { guest: guestKey(shop, drop, email), linkId: id, language }
  await enqueue(db, [{ kind: 'early-access', payload, dedupeKey: `early-access:${id}` }], shop.now())
}

const taskSchema = v.object({
  guest: v.string(),
  linkId: v.string(),
  /** Tasks from before it was kept have none. */
  language: v.optional(v.string(), 'en'),
})

/** Mails the link of a guest, unless the address is not on the list or blocked, or early access is over. */
export async function sendEarlyLink(shop: Shop, payload: unknown): Promise<void> {
  const { guest: key, linkId: newId, language } = v.parse(taskSchema, payload)
  const guest = await renewGuestLink(shop.database.db, key, newId)
  const drop = guest && (await findDropNow(shop, guest.dropId))
  if (!guest || !drop || guest.linkId === null || guest.openedAt !== null) return
  if (await isEmailBlocked(shop, guest.email)) return
  const { name } = (await findDropNow(shopInLanguage(shop, language), drop.id)) ?? drop
  const { timeZone } = shop.settings
  const all = wordsIn(shop, language)
  const words = all['mails/early-access']
  const token = `${guest.linkId}.${shop.signedLinks.keyFor('drop-guest', guest.linkId)}`
  await sendMail(shop, {
    id: `early-access-${guest.linkId}`,
    kind: 'early-access',
    to: { name: '', address: guest.email },
    subject: words.subject(name),
    body: {
      heading: words.subject(name),
      paragraphs: [
        words.next(endingWith(momentWords(drop.soldFrom, all.language.LANGUAGE, timeZone))),
        words.notYou,
      ],
      facts: [],
      link: {
        label: words.open,
        address: addressInLanguage(shop, language, `/early-access?${new URLSearchParams({ token })}`),
      },
    },
    words: all,
  })
}

async function findDropNow(shop: Shop, id: string): Promise<Drop | null> {
  const { drops } = await currentSetting(shop, DROPS)
  return drops.find((drop) => drop.id === id && isEarly(drop, shop.now())) ?? null
}

/** The drop that a link in such a mail opens; null: none, or early access is over. */
export async function findEarlyLink(
  shop: Shop,
  token: string,
): Promise<{ drop: Drop; guest: string; linkId: string; isUsed: boolean } | null> {
  const [, linkId = '', key = ''] = PASS.exec(token) ?? []
  if (!shop.signedLinks.opens(key, 'drop-guest', linkId)) return null
  const link = await findGuestLink(shop.database.db, linkId)
  const drop = link && (await findDropNow(shop, link.dropId))
  return drop && { drop, guest: link.key, linkId, isUsed: link.openedAt !== null }
}

/** The button behind the link: the drop with a pass for it, once; null: the link opens nothing any more. */
export async function openEarlyLink(shop: Shop, token: string): Promise<{ drop: Drop; pass: string } | null> {
  const found = await findEarlyLink(shop, token)
  if (found === null || !(await consumeGuestLink(shop.database.db, found.linkId, shop.now()))) return null
  return { drop: found.drop, pass: passOf(shop, found.drop, found.guest) }
}

/** The key of an address, however it is spelt, for one drop only. */
function guestKey({ signedLinks }: Shop, { id }: Pick<Drop, 'id'>, email: string): string {
  return signedLinks.keyFor('drop-guest', `${id} ${limitEmail(email)}`)
}

/** How many addresses have early access to a drop. */
export function countDropGuests({ database }: Shop, { id }: Pick<Drop, 'id'>): Promise<number> {
  return countGuests(database.db, id)
}

/** Adds the addresses in a text to the guests of a drop, or removes all. `unread`: what looks like none. */
export async function changeGuests(
  shop: Shop,
  { id, name }: Pick<Drop, 'id' | 'name'>,
  change: { add: string } | 'remove-all',
): Promise<{ guests: number; unread: string[] }> {
  const texts =
    change === 'remove-all' ? [] : change.add.split(/[\s,;<>"]+/).filter((text) => text.includes('@'))
  const emails = [...new Set(texts.filter(looksLikeEmail).map((text) => text.toLowerCase()))]
  const guests = emails.map((email) => ({ key: guestKey(shop, { id }, email), email }))
  return transact(shop.database, async (tx) => {
    const before = await countGuests(tx, id)
    if (change === 'remove-all') await deleteGuests(tx, { dropId: id })
    else await addGuests(tx, id, guests)
    const after = await countGuests(tx, id)
    await recordAudit(tx, shop, {
      action: 'drop-guests-changed',
      subject: { id, name },
      changes: [{ field: 'Addresses', before, after }],
    })
    return { guests: after, unread: texts.filter((text) => !looksLikeEmail(text)) }
  })
}
