import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShopDatabase } from '#db/open-database.ts'
import { sumBy } from './sum-by.ts'

/** What an order in this state must have been mailed about, for its whole life so far. */
const MAILS: Record<string, readonly string[]> = {
  paid: ['order-notification', 'order-confirmation'],
  refunded: ['refund-notice', 'refund-alert'],
}

/** Holds the mail folder, and the note of what really went out, against the orders. */
export async function mailsAgainstOrders(
  { db }: Pick<ShopDatabase, 'db'>,
  orders: readonly { id: string; state: string }[],
  { dataDir, sentLog }: { dataDir: string; sentLog: string },
) {
  const alerts = await db
    .selectFrom('outbox')
    .select('payload')
    .where('kind', '=', 'attention-alert')
    .execute()
  const owed = new Set(orders.flatMap(({ id, state }) => (MAILS[state] ?? []).map((kind) => `${kind}-${id}`)))
  for (const { payload } of alerts) {
    const { id, orderId } = JSON.parse(payload) as { id?: string; orderId: string }
    owed.add(id ?? `attention-alert-${orderId}`)
  }
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
    mailsMissing: [...owed].filter((id) => !inFolder.has(id)).length,
    mailsWithoutReason: [...inFolder].filter((id) => !owed.has(id)).length,
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
