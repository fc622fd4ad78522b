import { charging } from '#domain/charged-currency.ts'
import { COUNTS_IN_FIGURES } from '#db/engine/test-orders.ts'
import type { CsvCell } from '#domain/csv.ts'
import { cents, decimalDollars } from '#domain/money.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 200

/** The column headings. */
export function customerColumns(): string[] {
  const address = ['Address', 'City', 'Region', 'Postal code', 'Country']
  const orders = ['Orders', `Ordered (${charging.currency})`, 'First order', 'Last order', 'Language']
  return ['Email', 'Name', 'Phone', ...address, ...orders]
}

/**
 * Who has paid an order, with their newest address, in batches: one row for all spellings of an email address.
 * Whoever was erased is in none.
 */
export async function* exportCustomers({ database: { db } }: Shop): AsyncGenerator<CsvCell[][]> {
  for (let last = ''; ;) {
    const found = await db
      .selectFrom('orders')
      .select('limit_email')
      .where('limit_email', '>', last as never)
      .groupBy('limit_email')
      .orderBy('limit_email')
      .limit(BATCH_SIZE)
      .execute()
    const emails = found.map(({ limit_email: email }) => email)
    const end = emails.at(-1)
    if (end === undefined) return
    last = end
    const orders = await db
      .selectFrom('orders')
      .selectAll()
      .where('limit_email', 'in', emails)
      .where('paid_at', 'is not', null)
      .where(COUNTS_IN_FIGURES)
      .orderBy('created_at')
      .execute()
    yield [...Map.groupBy(orders, ({ limit_email: email }) => email).values()].map((all): CsvCell[] => {
      const [first, newest] = [all[0]!, all.at(-1)!]
      const ordered = all.reduce((sum, { total_cents: total }) => sum + total, 0)
      return [
        newest.email,
        newest.name,
        newest.phone,
        newest.address,
        newest.city,
        newest.region,
        newest.postal,
        newest.country,
        all.length,
        decimalDollars(cents(ordered)),
        new Date(first.created_at).toISOString(),
        new Date(newest.created_at).toISOString(),
        newest.language,
      ]
    })
  }
}
