import type { DatabaseLocation } from '#db/engine/open-database.ts'

/** The same database over read-only connections; on SQLite, run `pragma query_only = on` afterwards. */
export function readOnly(location: DatabaseLocation): DatabaseLocation {
  if (location.engine === 'sqlite') return location
  const url = new URL(location.url)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  return { ...location, url: url.href }
}
