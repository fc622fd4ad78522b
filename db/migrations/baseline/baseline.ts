import { sql, type Kysely } from 'kysely'
import type { Engine } from '#db/engine/engine.ts'
import { CATALOG_TABLES } from './catalog-tables.ts'
import { CHECKOUT_TABLES } from './checkout-tables.ts'
import { MAIL_TABLES } from './mail-tables.ts'
import { ORDER_TABLES } from './order-tables.ts'
import { REFUND_TABLES } from './refund-tables.ts'
import { STAFF_TABLES } from './staff-tables.ts'
import { UPKEEP_TABLES } from './upkeep-tables.ts'

/** Statements with a blank line between them, in the words that both engines have, except for ids that count up. */
const TABLES = [
  CATALOG_TABLES,
  ORDER_TABLES,
  CHECKOUT_TABLES,
  REFUND_TABLES,
  STAFF_TABLES,
  MAIL_TABLES,
  UPKEEP_TABLES,
]

/** Retention deletes after a year, by the clock of the shop, which may differ from that of the database. */
const LOCKED_MS = 364 * 24 * 3_600_000

/** `secure-delete`: otherwise the index would keep the words of a deleted row until it is merged. */
const ONLY_ON_SQLITE = `
create virtual table product_search using fts5 (product_id unindexed, body, tokenize = 'trigram')

create virtual table order_search using fts5 (order_id unindexed, body, tokenize = 'trigram')

insert into order_search (order_search, rank) values ('secure-delete', 1)

create trigger audit_events_kept before update on audit_events
  begin select raise(abort, 'audit_events is append-only'); end

create trigger audit_events_not_deleted before delete on audit_events
  when old.at > unixepoch() * 1000 - ${LOCKED_MS}
  begin select raise(abort, 'audit_events is append-only'); end
`

const ONLY_ON_POSTGRES = `
create extension if not exists pg_trgm

create table product_search (
  product_id text primary key references products (id),
  body text not null
)

create index product_search_trigrams on product_search using gin (body gin_trgm_ops)

create index orders_search on orders using gin (search_text gin_trgm_ops)

create index contact_messages_trigrams on contact_messages using gin (search_text gin_trgm_ops)

create index newsletter_subscribers_trigrams on newsletter_subscribers using gin (email gin_trgm_ops)

create function refuse_audit_change() returns trigger language plpgsql as
  $$ begin raise exception 'audit_events is append-only'; end $$

create trigger audit_events_kept before update on audit_events
  for each row execute function refuse_audit_change()

create trigger audit_events_not_deleted before delete on audit_events for each row
  when (old.at > extract(epoch from now()) * 1000 - ${LOCKED_MS}) execute function refuse_audit_change()

create trigger audit_events_not_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change()
`

/** The groups of words that a shop starts with. Staff change them. */
export const FIRST_GROUPS = [
  ['hoodie', 'hooded sweatshirt', 'pullover', 'jumper', 'sweater'],
  ['t-shirt', 'tee'],
  ['pants', 'trousers', 'joggers', 'sweatpants'],
  ['beanie', 'toque', 'tuque', 'winter hat'],
  ['cap', 'hat', 'snapback'],
  ['tote', 'bag'],
  ['grey', 'gray'],
]

/** The tables of 0.2.0, with the rows that a shop starts with. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const isSqlite = engine === 'sqlite'
  for (const text of [...TABLES, isSqlite ? ONLY_ON_SQLITE : ONLY_ON_POSTGRES]) {
    for (const statement of text.trim().split('\n\n')) {
      const made = isSqlite ? statement.replace('bigserial', 'integer') : statement
      await sql.raw(made).execute(db)
    }
  }
  await sql`insert into search_words (id, version, word_groups, updated_at)
    values (1, 1, ${JSON.stringify(FIRST_GROUPS)}, 0)`.execute(db)
  await sql`insert into announcements (id, count) values (1, 0)`.execute(db)
}
