import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { transact, type Tx } from '#db/engine/transact.ts'
import { lockOrder } from '#db/orders/orders.ts'
import type { Database } from '#db/schema.ts'
import {
  deleteReturnFile,
  findReturnFiles,
  insertReturnFile,
  readReturnFile,
} from '#db/returns/return-files.ts'
import { changeReturn, findReturn } from '#db/returns/returns.ts'
import { toReturnFileId, type OrderId, type ReturnFileId, type ReturnId } from '#domain/ids.ts'
import type { Order } from '#domain/orders/order.ts'
import { isPdf, MAX_RETURN_PHOTOS, type ReturnFile } from '#domain/returns/return-file.ts'
import { isOpenReturn, returnNumber, type Return } from '#domain/returns/return.ts'
import { recordAudit } from '#operations/record-audit.ts'
import type { Shop } from '#operations/shop.ts'
import type { PictureRefusal } from '#providers/images/image-store.ts'
import { enqueueReturnMail } from './return-mail.ts'

/** Photos of returns that nobody asked for yet, of one order: each form that was opened may have some. */
const MAX_UNASKED = 2 * MAX_RETURN_PHOTOS

export type AddedReturnFile =
  | { kind: 'added'; file: ReturnFile }
  | { kind: 'unknown-return' }
  | { kind: 'too-many-photos' }
  | { kind: 'not-a-pdf' }
  /** It is over, or here: nothing of the customer’s is changed any more. */
  | { kind: 'return-closed' }
  | PictureRefusal

/** A photo for a return, by its customer: also before they have asked for it. Rejects with PicturesBusy. */
export async function addOwnPhoto(
  shop: Shop,
  { id: orderId }: Pick<Order, 'id'>,
  returnId: ReturnId,
  content: ReadableStream<Uint8Array>,
): Promise<AddedReturnFile> {
  const refused = await findFull(shop.database.db, orderId, returnId)
  if (refused) return refused
  const redrawn = await shop.images.redraw(content)
  if ('kind' in redrawn) return redrawn
  return transact(shop.database, async (tx) => {
    await lockOrder(tx, orderId)
    const full = await findFull(tx, orderId, returnId)
    if (full) return full
    return add(shop, tx, { orderId, returnId, kind: 'photo', content: redrawn, by: 'shopper' })
  })
}

/** Why the customer can add no photo to this return; null: they can. */
async function findFull(
  db: Kysely<Database>,
  orderId: OrderId,
  returnId: ReturnId,
): Promise<Extract<
  AddedReturnFile,
  { kind: 'unknown-return' | 'return-closed' | 'too-many-photos' }
> | null> {
  const found = await findReturn(db, returnId)
  if (found && found.orderId !== orderId) return { kind: 'unknown-return' }
  if (found && !mayAddPhotos(found)) return { kind: 'return-closed' }
  const own = (await findReturnFiles(db, orderId)).filter(({ kind }) => kind === 'photo')
  const known = await db.selectFrom('returns').select('id').where('order_id', '=', orderId).execute()
  const unasked = own.filter((one) => !known.some(({ id }) => id === one.returnId))
  const isFull =
    own.filter((one) => one.returnId === returnId).length >= MAX_RETURN_PHOTOS ||
    (!found && unasked.length >= MAX_UNASKED)
  return isFull ? { kind: 'too-many-photos' } : null
}

/** A photo or a label with its bytes; null: the order has none of that id. Staff’s photos are not its customer’s. */
export async function openReturnFile(
  { database: { db } }: Shop,
  { id: orderId }: Pick<Order, 'id'>,
  { id, forShopper }: { id: ReturnFileId; forShopper: boolean },
): Promise<Awaited<ReturnType<typeof readReturnFile>>> {
  const file = await readReturnFile(db, orderId, id)
  return file && forShopper && file.kind === 'staff-photo' ? null : file
}

/** Whether the customer can still add photos to a return, and take them away. */
export function mayAddPhotos({ state }: Pick<Return, 'state'>): boolean {
  return state === 'asked' || state === 'accepted'
}

/** A photo by staff, such as of what came. Rejects with PicturesBusy. */
export async function addStaffPhoto(
  shop: Shop,
  { found, order, by }: { found: Return; order: Order; by: string },
  content: ReadableStream<Uint8Array>,
): Promise<AddedReturnFile> {
  const redrawn = await shop.images.redraw(content)
  if ('kind' in redrawn) return redrawn
  return transact(shop.database, async (tx) => {
    await lockOrder(tx, order.id)
    const files = await findReturnFiles(tx, order.id)
    const own = files.filter(({ kind, returnId }) => kind === 'staff-photo' && returnId === found.id)
    if (own.length >= MAX_RETURN_PHOTOS) return { kind: 'too-many-photos' }
    await audit(shop, tx, { found, order }, 'Photo')
    return add(shop, tx, { orderId: order.id, returnId: found.id, kind: 'staff-photo', content: redrawn, by })
  })
}

/** The PDF of a label, in place of the one before: emailed to the customer where the return is accepted. */
export async function addReturnLabel(
  shop: Shop,
  { found: seen, order, by }: { found: Return; order: Order; by: string },
  content: Uint8Array,
): Promise<AddedReturnFile> {
  if (!isPdf(content)) return { kind: 'not-a-pdf' }
  return transact(shop.database, async (tx) => {
    await lockOrder(tx, order.id)
    const found = (await findReturn(tx, seen.id))!
    if (!isOpenReturn(found.state)) return { kind: 'return-closed' }
    for (const file of await findReturnFiles(tx, order.id))
      if (file.kind === 'label' && file.returnId === found.id) await deleteReturnFile(tx, file.id)
    const added = await add(shop, tx, { orderId: order.id, returnId: found.id, kind: 'label', content, by })
    const at = shop.now()
    await changeReturn(tx, found, {}, at)
    await audit(shop, tx, { found, order }, 'Label')
    if (found.state === 'accepted') await enqueueReturnMail(tx, (await findReturn(tx, found.id))!, at)
    return added
  })
}

/** The customer takes a photo of theirs away, until the return has come in. False: there is none, or it has. */
export async function removeOwnPhoto(
  shop: Shop,
  { id: orderId }: Pick<Order, 'id'>,
  id: ReturnFileId,
): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    await lockOrder(tx, orderId)
    const file = (await findReturnFiles(tx, orderId)).find((one) => one.id === id && one.kind === 'photo')
    const found = file && (await findReturn(tx, file.returnId))
    if (!file || (found && !mayAddPhotos(found))) return false
    await deleteReturnFile(tx, id)
    return true
  })
}

/** Staff take a photo or a label away. False: the return has none of that id. */
export async function removeReturnFile(
  shop: Shop,
  { found, order }: { found: Return; order: Order },
  id: ReturnFileId,
): Promise<boolean> {
  return transact(shop.database, async (tx) => {
    await lockOrder(tx, order.id)
    const files = await findReturnFiles(tx, order.id)
    const file = files.find((one) => one.id === id && one.returnId === found.id)
    if (!file) return false
    await deleteReturnFile(tx, id)
    await audit(shop, tx, { found, order }, file.kind === 'label' ? 'Label' : 'Photo', true)
    return true
  })
}

async function add(
  shop: Shop,
  tx: Tx,
  file: Pick<ReturnFile, 'kind'> & {
    orderId: OrderId
    returnId: ReturnId
    content: Uint8Array
    by: string
  },
): Promise<AddedReturnFile> {
  const { orderId, returnId, kind, content, by } = file
  const own = { id: toReturnFileId(randomUUID()), kind }
  const at = shop.now()
  const row = { ...own, order_id: orderId, return_id: returnId, content, added_at: at, added_by: by }
  await insertReturnFile(tx, row)
  return { kind: 'added', file: { ...own, addedAt: at, addedBy: by } }
}

function audit(
  shop: Shop,
  tx: Tx,
  { found, order }: { found: Return; order: Pick<Order, 'number'> },
  field: 'Photo' | 'Label',
  isGone = false,
): Promise<void> {
  const [before, after] = isGone ? ['1', null] : [null, '1']
  return recordAudit(tx, shop, {
    action: 'return-changed',
    subject: { id: order.number },
    changes: [
      { field: 'Return', before: null, after: returnNumber(order.number, found) },
      { field, before, after },
    ],
  })
}
