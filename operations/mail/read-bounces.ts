import { deleteBounce, listBounces, type Bounce } from '#db/mail/bounced-addresses.ts'
import type { BounceId } from '#domain/ids.ts'
import { INBOX_PAGE_SIZE } from '#domain/inbox/inbox-list.ts'
import { nearestPage, type ListPage } from '#operations/nearest-page.ts'
import { transact } from '#db/engine/transact.ts'
import type { Shop } from '#operations/shop.ts'
import { recordAudit } from '#operations/record-audit.ts'

/** One page of the bounced addresses, newest first. A page past the end returns the last one. */
export async function readBounces(
  { database: { db } }: Shop,
  query: string,
  page: number,
): Promise<ListPage<Bounce>> {
  return nearestPage(page, INBOX_PAGE_SIZE, (span) => listBounces(db, query, span))
}

/** Allows mails to an address again. False when there is no such bounce. */
export async function liftBounce(shop: Shop, id: BounceId, by: string): Promise<boolean> {
  const isLifted = await transact(shop.database, async (tx) => {
    const isDeleted = await deleteBounce(tx, id)
    if (isDeleted) await recordAudit(tx, shop, { action: 'bounce-lifted', subject: { id } })
    return isDeleted
  })
  if (isLifted) shop.log.info('Mails to a bounced address are allowed again', { by })
  return isLifted
}
