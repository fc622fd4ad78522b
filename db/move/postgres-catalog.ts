const HERE = `(select oid from pg_namespace where nspname = current_schema())`

/**
 * Objects that slow down every inserted row, or refuse it while other rows are missing: references, triggers, and
 * indexes that no constraint needs. Each query returns the statements that create (`make`) and drop (`drop`) the
 * objects.
 */
export const DEFERRED_OBJECTS = [
  `select pg_get_triggerdef(t.oid) as make, format('drop trigger %I on %s', tgname, tgrelid::regclass) as drop
   from pg_trigger t join pg_class c on c.oid = tgrelid
   where not tgisinternal and relnamespace = ${HERE} order by tgname`,
  `select pg_get_indexdef(indexrelid) as make, format('drop index %s', indexrelid::regclass) as drop
   from pg_index join pg_class c on c.oid = indrelid
   where relnamespace = ${HERE} and relname not like 'kysely\\_%'
     and not exists (select 1 from pg_constraint where conindid = indexrelid)
   order by indexrelid::regclass::text`,
  `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(k.oid)) as make,
     format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
   from pg_constraint k where contype = 'f' and connamespace = ${HERE} order by conname`,
]

/** A statement for each sequence, which sets it to continue after the highest number in its column. */
export const SEQUENCES = `
  select format('select setval(%L, coalesce(max(%I), 1), max(%I) is not null) from %s',
    pg_get_serial_sequence(c.oid::regclass::text, attname), attname, attname, c.oid::regclass) as statement
  from pg_class c join pg_attribute a on attrelid = c.oid
  where relkind = 'r' and relnamespace = ${HERE} and attnum > 0 and not attisdropped
    and pg_get_serial_sequence(c.oid::regclass::text, attname) is not null`
