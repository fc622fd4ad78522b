import { sql } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'

/** The tables that the shop writes. Those of the gateway are left out: a real gateway has a separate disk. */
const TABLES = ['orders', 'order_lines', 'order_events', 'holds', 'payments', 'refunds', 'outbox']

/**
 * The disk of a PostgreSQL server cannot be limited from outside, so its tables get a trigger: while the disk counts as
 * full, every write fails with PostgreSQL's error for a full disk (53100).
 */
export async function makeDiskFillable({ db }: ShopDatabase): Promise<void> {
  await sql`create table chaos_disk (is_full boolean not null)`.execute(db)
  await sql`insert into chaos_disk values (false)`.execute(db)
  await sql`
    create function chaos_refuse_when_full() returns trigger language plpgsql as $$
    begin
      if (select is_full from chaos_disk) then
        raise exception 'could not extend file: No space left on device' using errcode = '53100';
      end if;
      return null;
    end $$`.execute(db)
  for (const table of TABLES) {
    await sql`create trigger chaos_disk before insert or update on ${sql.table(table)}
      for each statement execute function chaos_refuse_when_full()`.execute(db)
  }
}

export async function setPostgresDisk({ db }: ShopDatabase, isFull: boolean): Promise<void> {
  await sql`update chaos_disk set is_full = ${isFull}`.execute(db)
}
