import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { ORDER_ALERT_KINDS } from '#domain/outbox/task-kinds.ts'
import type { LostDispute } from './money-back.ts'
import { sumBy } from './sum-by.ts'

/** The mails that each order must have: when it was paid, and when it was paid too late. */
const MAILS = { paid: ['order-notification', 'order-confirmation'], late: ['refund-notice', 'refund-alert'] }

/** Compares the mail folder, and the log of sent mails, with the orders. */
export async function mailsAgainstOrders(
  { db }: Pick<ShopDatabase, 'db'>,
  orders: readonly { id: string; state: string; paid_at: number | null }[],
  { dataDir, sentLog, lost }: { dataDir: string; sentLog: string; lost: readonly LostDispute[] },
) {
  const written = await db
    .selectFrom('outbox')
    .select(['kind', 'payload'])
    .where('kind', 'in', ['attention-alert', 'order-refunded', ...ORDER_ALERT_KINDS])
    .execute()
  const expected = new Set([
    ...orders.flatMap(({ id, state, paid_at }) => {
      const kinds = paid_at !== null ? MAILS.paid : state === 'refunded' ? MAILS.late : []
      return kinds.map((kind) => `${kind}-${id}`)
    }),
    ...lost.map(({ id }) => `dispute-lost-alert-${id}`),
  ])
  for (const { kind, payload } of written) {
    const { id, orderId } = JSON.parse(payload) as { id?: string; orderId: string }
    expected.add(id ?? `${kind}-${orderId}`)
  }
  // Sent unless the problem is over by then, so none of them is missing.
  const alerts = await db.selectFrom('outbox').select('id').where('kind', '=', 'shop-alert').execute()
  const allowed = new Set(alerts.map(({ id }) => `shop-alert-${id}`))
  const inFolder = new Set(readdirIfThere(join(dataDir, 'outbox')).map((name) => name.replace(/\.eml$/, '')))
  const sent = sumBy(
    readLines(sentLog),
    (id) => id,
    () => 1,
  )
  const unanswered = new Set(readLines(`${sentLog}.unanswered`))
  const twice = [...sent].filter(([, times]) => times > 1).map(([id]) => id)
  return {
    mails: inFolder.size,
    mailsMissing: [...expected].filter((id) => !inFolder.has(id)).length,
    mailsWithoutReason: [...inFolder].filter((id) => !expected.has(id) && !allowed.has(id)).length,
    mailsTwice: twice.length,
    mailsTwiceForALostAnswer: twice.filter((id) => unanswered.has(id)).length,
  }
}

function readdirIfThere(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}
