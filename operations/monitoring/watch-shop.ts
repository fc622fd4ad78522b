import { markProblemAlerted, recordProblems } from '#db/monitoring/shop-problems.ts'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { findProblems, PROBLEM_KINDS, type ProblemKind } from '#domain/monitoring/problems.ts'
import type { Shop } from '#operations/shop.ts'
import { readReadings } from './read-readings.ts'

const DAY_MS = 24 * 3_600_000
const CERTIFICATE_EVERY_MS = 6 * 3_600_000

/**
 * Returns a function for one round: it looks for problems that need a person, records them for the staff area, and
 * mails the owner once a day about each while it lasts. `read`: reads the state of the shop.
 */
export function watchShop(shop: Shop, read = readReadings): () => Promise<void> {
  let certificate: { endsAt: number | null; readAt: number } | null = null

  async function certificateEndsAt(): Promise<number | null> {
    if (shop.certificate === null) return null
    if (certificate === null || certificate.readAt <= shop.now() - CERTIFICATE_EVERY_MS) {
      certificate = { endsAt: await shop.certificate.readEnd(), readAt: shop.now() }
    }
    return certificate.endsAt
  }

  return async () => {
    const readings = { ...(await read(shop)), certificateEndsAt: await certificateEndsAt() }
    const now = shop.now()
    const problems = findProblems(readings, now)
    // A certificate that could not be read is neither valid nor a problem.
    const isUnread = shop.certificate !== null && readings.certificateEndsAt === null
    const checked = PROBLEM_KINDS.filter((kind) => kind !== 'certificate' || !isUnread)
    const toAlert = await transact(shop.database, async (tx) => {
      await recordProblems(tx, problems, { checked, now })
      const due: ProblemKind[] = []
      for (const { kind, lastsMs } of problems) {
        const when = { kind, since: now - lastsMs, alertedBefore: now - DAY_MS, now }
        if (!(await markProblemAlerted(tx, when))) continue
        due.push(kind)
        const dedupeKey = `shop-alert:${kind}:${now}`
        await enqueue(tx, [{ kind: 'shop-alert', payload: { problem: kind }, dedupeKey }], now)
      }
      return due
    })
    for (const kind of toAlert) shop.log.error('The shop needs a person', new Error(kind))
  }
}
