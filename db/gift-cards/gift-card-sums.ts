import { sql, type Kysely } from 'kysely'
import type { Database } from '#db/schema.ts'
import type { GiftCardEntryKind } from '#domain/gift-cards/gift-card.ts'
import { SLOT_MS } from '#domain/sales/sales.ts'

/** What the shop owed to holders of gift cards and store credit at this time, in CAD cents. */
export async function sumOwed(db: Kysely<Database>, before: number): Promise<number> {
  const { owed } = await db
    .selectFrom('gift_card_entries')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('owed'))
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(owed)
}

/** What the entries of a time came to, by kind and quarter of an hour (`SLOT_MS`). */
export async function sumEntries(
  db: Kysely<Database>,
  { from, until }: { from: number; until: number },
): Promise<{ slot: number; kind: GiftCardEntryKind; amount: number }[]> {
  const slot = sql<number>`created_at / ${sql.lit(SLOT_MS)}`
  const rows = await db
    .selectFrom('gift_card_entries')
    .select(['kind', slot.as('slot'), sql<number>`sum(amount_cents)`.as('amount')])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .groupBy(['kind', slot])
    .execute()
  return rows.map((row) => ({ kind: row.kind, slot: Number(row.slot), amount: Number(row.amount) }))
}
