import { sql } from 'kysely'
import type { ShopDatabase } from '#db/engine/open-database.ts'

/** What the shop writes. The gateway's books are kept elsewhere in the world, on a disk with room. */
const TABLES = ['orders', 'order_lines', 'order_events', 'holds', 'payments', 'refunds', 'outbox']

/**
 * A PostgreSQL server cannot be given a small disk from outside, so its tables get a trigger: while the disk counts as
 * full, every write fails with the error that PostgreSQL itself gives then (53100).
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
