import { expect, test } from 'vitest'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { paceOfRequests } from '#operations/connections/pace-of-requests.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'

describeOnEachDatabase('the pace of requests to a supplier', (open, { connectAgain }) => {
  let time = Date.parse('2026-11-22T12:00:00Z')
  const sent: number[] = []

  /** Time passes only while somebody sleeps. */
  const paceOf = (database: ShopDatabase) =>
    paceOfRequests({
      database,
      supplier: 'Airtable',
      key: 'base',
      perSecond: 5,
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

  test('a pause holds for all of them, and who would wait long is told so at once', async () => {
    await paceOf(open()).pause(30_000)
    const other = paceOf(await connectAgain())
    await expect(other.turn()).rejects.toMatchObject({ kind: 'rate-limited', retryAfterMs: 30_000 })
    time += 15_000
    sent.length = 0
    await other.turn()
    expect(sent[0]).toBeGreaterThanOrEqual(time + 15_000)
  })
})
