import { expect, test } from 'vitest'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { leaseTasks } from '#db/outbox/outbox-leases.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

const NOW = 1_800_000_000_000

describeOnEachDatabase('leasing tasks', (open) => {
  test('a refund is leased before mails that have waited longer', async () => {
    const database = open()
    const mails = Array.from({ length: 30 }, (_, turn) => ({
      kind: 'contact-message' as const,
      payload: { turn },
      dedupeKey: `contact-${turn}`,
    }))
    const refund = { kind: 'refund', payload: {}, dedupeKey: 'refund-1' } as const
    await transact(database, (tx) => enqueue(tx, mails, NOW))
    await transact(database, (tx) => enqueue(tx, [refund], NOW + 1_000))
    const leased = await leaseTasks(database, NOW + 2_000, 3)
    expect(leased.map(({ kind, payload }) => ({ kind, payload }))).toEqual([
      { kind: 'refund', payload: {} },
      { kind: 'contact-message', payload: { turn: 0 } },
      { kind: 'contact-message', payload: { turn: 1 } },
    ])
  })
})
