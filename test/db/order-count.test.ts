import { expect, test } from 'vitest'
import { listOrders } from '#db/orders/order-list.ts'
import { toOrderId } from '#domain/ids.ts'
import { MAX_SELECTED } from '#domain/list-filter.ts'
import { cents, signedCents } from '#domain/money.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const AT_ONCE = 1_000
const ALL = MAX_SELECTED + 3
const NOBODY = { name: '', email: '', phone: '', address: '', city: '', region: '', postal: '', note: '' }

describeOnEachDatabase('the list of orders', (open) => {
  const totalOf = async (offset: number, state: '' | 'pending' = '') => {
    const wanted = { filter: { state }, timeZone: 'UTC' }
    return (await listOrders(open(), wanted, { limit: 1, offset })).total
  }

  test('is counted as far as can be selected and one more, or as far as the page that is shown', async () => {
    for (let first = 0; first < ALL; first += AT_ONCE) {
      const rows = Array.from({ length: Math.min(AT_ONCE, ALL - first) }, (_, at) => ({
        id: toOrderId(`${first + at}`),
        number: `R-${first + at}`,
        checkout_id: `${first + at}`,
        state: first + at < 2 ? ('pending' as const) : ('paid' as const),
        ...NOBODY,
        country: 'CA',
        subtotal_cents: cents(0),
        adjustments_cents: signedCents(0),
        total_cents: cents(0),
        created_at: first + at,
        updated_at: 0,
        search_text: '',
      }))
      await open().db.insertInto('orders').values(rows).execute()
    }
    expect(await totalOf(0)).toBe(MAX_SELECTED + 1)
    expect(await totalOf(MAX_SELECTED + 1)).toBe(ALL)
    expect(await totalOf(0, 'pending')).toBe(2)
  })
})
