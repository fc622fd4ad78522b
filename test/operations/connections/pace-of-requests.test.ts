import { expect, test } from 'vitest'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { paceOfRequests } from '#operations/connections/pace-of-requests.ts'
import type { SupplierError } from '#providers/supplier-error.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

describeOnEachDatabase('the pace of requests to a supplier', (open, { connectAgain }) => {
  let time = Date.parse('2026-11-22T12:00:00Z')
  const sent: number[] = []

  /** Time passes only during a sleep. */
  const paceOf = (database: ShopDatabase, key = 'base', perSecond = 5) =>
    paceOfRequests({
      database,
      supplier: 'Airtable',
      key,
      perSecond,
      now: () => time,
      sleep: async (milliseconds) => void sent.push(time + milliseconds),
    })

  test('is kept by all processes together', async () => {
    sent.length = 0
    const both = [paceOf(open()), paceOf(await connectAgain())]
    for (let turn = 0; turn < 20; turn += 1) await both[turn % 2]?.turn()
    expect(sent).toHaveLength(19) // the first does not wait
    for (const from of sent) {
      expect(sent.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(5)
    }
    expect(Math.max(...sent) - time).toBeLessThan(4_200)
  })

  test('allows one a second, however many wait, and separately for other accounts', async () => {
    sent.length = 0
    const both = [paceOf(open(), 'mails', 1), paceOf(await connectAgain(), 'mails', 1)]
    await Promise.all(Array.from({ length: 12 }, (_, turn) => both[turn % 2]?.turn()))
    const waited = sent.toSorted((a, b) => a - b)
    expect(waited).toHaveLength(11)
    expect(waited[0]).toBeGreaterThanOrEqual(time + 1_000)
    for (const [index, at] of waited.entries()) {
      expect(at - (waited[index - 1] ?? time)).toBeGreaterThanOrEqual(1_000)
    }
    await paceOf(open(), 'other mails', 1).turn()
    expect(sent).toHaveLength(11)
  })

  test('lets nobody join a queue of more than twenty seconds, and a refused request takes no turn', async () => {
    sent.length = 0
    const pace = paceOf(open(), 'many mails', 1)
    const ends = await Promise.allSettled(Array.from({ length: 30 }, () => pace.turn()))
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as SupplierError] : []))
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 19_950,
      message: 'The shop limits its requests to Airtable: the next one can be sent in 20 s.',
    })
    time += 2_000
    await pace.turn()
    expect(sent.at(-1)).toBe(time - 2_000 + 21_000)
  })

  test('pauses for all of them, and a request that would wait too long is refused immediately', async () => {
    await paceOf(open()).pause(30_000)
    const other = paceOf(await connectAgain())
    await expect(other.turn()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 30_000 })
    time += 15_000
    sent.length = 0
    await other.turn()
    expect(sent[0]).toBeGreaterThanOrEqual(time + 15_000)
  })
})
