import { randomUUID } from 'node:crypto'
import {
  deleteEntries,
  findEntry,
  isCheckOf,
  numberEntry,
  recordEntry,
  type DrawEntry,
} from '#db/drops/draw-entries.ts'
import { arrive, findRoom, lockRoom, type StoredRoom } from '#db/drops/drop-rooms.ts'
import { takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import { transact } from '#db/engine/transact.ts'
import { findOrder } from '#db/orders/orders.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { BUYER_SIGNS, limitAddress, type BuyerSign } from '#domain/drops/buyer.ts'
import { drawPhase, entryState, hasDraw, type DrawnDrop, type EntryState } from '#domain/drops/draw.ts'
import { toDrawEntryId } from '#domain/ids.ts'
import type { Order } from '#domain/orders/order.ts'
import { limitEmail } from '#domain/promotions/limit-email.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { dropBuyer } from '#operations/checkout/limit-buyers.ts'
import { mayMail } from '#operations/mail-allowance.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { mayEnter } from '#operations/drops/show-work.ts'
import type { Shop } from '#operations/shop.ts'
import { visitorKey } from '#operations/visitor-key.ts'
import { findCheckedCard, type NoCheck } from './check-card.ts'

/** Emails with a link to confirm, for one address. */
const LINKS: Throttle = { burst: 6, refillMs: 2 * 3_600_000 }

/** Entries from one network: each mails an address that anybody may type. As often as `subscribing`; many share one. */
const FROM_A_NETWORK: Throttle = { burst: 20, refillMs: 30_000 }

/**
 * Stores an entry and mails the link that confirms it, with the same outcome for a new address, a known one and one
 * that gets no more emails for now. `network`: where it comes from; null: it identifies nobody. `work`: what it shows
 * where the draw asks for it. `cardSecret`: the client secret of the card check, where it asks for one: a check is good
 * for one entry, and sending that entry again changes nothing.
 */
export async function enterDraw(
  shop: Shop,
  drop: DrawnDrop,
  {
    network = null,
    work = '',
    cardSecret = '',
    ...entry
  }: Pick<DrawEntry, 'customer' | 'item' | 'language'> & {
    network?: string | null
    work?: string
    cardSecret?: string
  },
): Promise<'sent' | 'closed' | 'no-work' | 'no-card' | NoCheck> {
  const before = await findRoom(shop.database.db, drop.id)
  if (before === null || drawPhase(drop, before, shop.now()) !== 'open') return 'closed'
  const { checksCard } = drop.draw
  const card = checksCard ? await findCheckedCard(shop, drop, { clientSecret: cardSecret, network }) : null
  if (typeof card === 'string') return card
  if (checksCard && card === null) return 'no-card'
  const { email } = entry.customer
  return transact(shop.database, async (tx) => {
    const now = shop.now()
    const room = await findRoom(tx, drop.id)
    if (room === null || drawPhase(drop, room, now) !== 'open') return 'closed'
    if (room.workSince !== null && !(await mayEnter(shop, tx, { id: room.id, work, network })))
      return 'no-work'
    const attempts = `draw-entries ${visitorKey(shop, network)}`
    if (network !== null && (await takeAttempt(tx, attempts, FROM_A_NETWORK, now)) !== null) return 'too-many'
    if (await mayMail(shop, tx, { what: 'draws', email, most: LINKS })) {
      const newId = toDrawEntryId(randomUUID())
      const id = await recordEntry(tx, { ...entry, id: newId, roomId: room.id, card, now })
      if (id === null) {
        const isAgain = await isCheckOf(tx, { check: card?.check ?? '', roomId: room.id, email })
        return isAgain ? 'sent' : 'no-card'
      }
      const dedupeKey = `draw-entry:${newId}`
      await enqueue(tx, [{ kind: 'draw-entry', payload: { entryId: id }, dedupeKey }], now)
    }
    return 'sent'
  })
}

/** An entry as whoever has its link sees it. `order`: what it won; `payBy`: until when that is held. */
export interface OpenedEntry {
  entry: DrawEntry
  drop: DrawnDrop
  room: StoredRoom
  state: EntryState
  order: Order | null
  payBy: number | null
}

/** An entry with its draw; null: it is gone, or the draw is. */
export async function findOpenedEntry(shop: Shop, name: string): Promise<OpenedEntry | null> {
  const { db } = shop.database
  const found = await findEntry(db, toDrawEntryId(name))
  if (found === null) return null
  const { entry, dropId, payBy } = found
  const { drops } = await currentSetting(shop, DROPS)
  const drop = drops.find(({ id }) => id === dropId)
  const room = await findRoom(db, dropId)
  if (!drop || !hasDraw(drop) || room === null) return null
  const order = entry.orderId && (await findOrder(db, entry.orderId))
  const won = order ? { isPaid: order.paidAt !== null, isPending: order.state === 'pending' } : null
  const state = entryState(entry, won, drawPhase(drop, room, shop.now()))
  return { entry, drop, room, state, order, payBy }
}

const TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})$/

/** The entry that the link in its emails opens; null: it opens nothing. */
export async function openEntry(shop: Shop, token: string): Promise<OpenedEntry | null> {
  const [, id = '', key = ''] = TOKEN.exec(token) ?? []
  return shop.signedLinks.opens(key, 'draw-entry', id) ? findOpenedEntry(shop, id) : null
}

/** What opens an entry, as the query of its links. */
export function entryToken({ signedLinks }: Pick<Shop, 'signedLinks'>, id: string): URLSearchParams {
  return new URLSearchParams({ token: `${id}.${signedLinks.keyFor('draw-entry', id)}` })
}

/** The path of the page where a winner pays. */
export function winPath({ signedLinks }: Pick<Shop, 'signedLinks'>, id: string): string {
  return `/pay/${id}?key=${signedLinks.keyFor('draw-entry', id)}`
}

/** How confirming went. `known`: who it is has entered already, by another address. */
export type Confirmed = 'entered' | 'known' | 'closed'

/** The button behind the link: from now on the entry takes part. `device`: the browser that presses it. */
export async function confirmEntry(shop: Shop, token: string, device: string): Promise<Confirmed> {
  const opened = await openEntry(shop, token)
  if (opened === null) return 'closed'
  const { drop, entry } = opened
  const { id, customer } = entry
  const of: Partial<Record<BuyerSign, string>> = {
    email: limitEmail(customer.email),
    address: limitAddress(customer),
    device,
  }
  const known = BUYER_SIGNS.flatMap((sign) => dropBuyer(shop, drop.id, sign, of[sign])?.key ?? [])
  const signs = entry.card === null ? known : [...known, entry.card]
  return transact(shop.database, async (tx) => {
    const room = await lockRoom(tx, drop.id)
    const now = await findEntry(tx, id)
    if (room === null || now === null || drawPhase(drop, room, shop.now()) !== 'open') return 'closed'
    if (now.entry.number !== null) return 'entered'
    const number = () => arrive(tx, { id: room.id, count: 1, isBegun: false })
    return (await numberEntry(tx, now.entry, { number, signs })) ? 'entered' : 'known'
  })
}

/** Takes an entry back. Once the draw is closed it stays, so that anybody can check the places. */
export async function withdrawEntry(shop: Shop, token: string): Promise<void> {
  const opened = await openEntry(shop, token)
  if (opened === null) return
  await transact(shop.database, async (tx) => {
    const room = await lockRoom(tx, opened.drop.id)
    if (room === null || drawPhase(opened.drop, room, shop.now()) !== 'open') return
    await deleteEntries(tx, [opened.entry.id])
  })
}
