import {
  claimAnswer,
  findKeptAnswer,
  keepAnswer,
  reclaimAnswer,
  releaseAnswer,
} from '#db/staff/kept-answers.ts'
import type { Shop } from '#operations/shop.ts'

/** The answer of a write, as it is kept. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** How long an answer is kept: docs/api.md. */
export const ANSWER_KEPT_MS = 24 * 3_600_000
/** After this time, the process that was answering has ended. */
const ANSWERING_MS = 2 * 60_000
const TOO_MANY_REQUESTS = 429

type Outcome =
  | { kind: 'answered'; answer: KeptAnswer; isRepeated: boolean }
  /** Another request was sent with the same key. */
  | { kind: 'other-request' }
  /** The first request is still being answered. */
  | { kind: 'in-progress' }

/**
 * Runs a request once for each `keyHash`, and answers the same request again with what it answered first. A failure of
 * the shop and a refusal for too many requests are not kept: they may be tried again. Nor is an answer with a secret
 * (`no-store`), such as the code of a gift card.
 */
export async function answerOnce(
  { database: { db }, now }: Pick<Shop, 'database' | 'now'>,
  asked: { keyHash: string; requestHash: string },
  run: () => Promise<KeptAnswer>,
): Promise<Outcome> {
  const claimedAt = now()
  if (!(await claimAnswer(db, { ...asked, claimedAt }))) {
    const kept = await findKeptAnswer(db, asked.keyHash)
    if (kept === null) return { kind: 'in-progress' } // it has just been given up
    const isOver = kept.claimedAt <= claimedAt - (kept.answer === null ? ANSWERING_MS : ANSWER_KEPT_MS)
    if (!isOver && kept.requestHash !== asked.requestHash) return { kind: 'other-request' }
    if (!isOver && kept.answer !== null) {
      return { kind: 'answered', answer: JSON.parse(kept.answer) as KeptAnswer, isRepeated: true }
    }
    if (!isOver || !(await reclaimAnswer(db, { ...asked, claimedAt }, kept.claimedAt))) {
      return { kind: 'in-progress' }
    }
  }
  const claim = { keyHash: asked.keyHash, claimedAt }
  try {
    const answer = await run()
    const isSecret = answer.status < 400 && answer.headers['cache-control'] === 'no-store'
    if (answer.status >= 500 || answer.status === TOO_MANY_REQUESTS || isSecret)
      await releaseAnswer(db, claim)
    else await keepAnswer(db, claim, JSON.stringify(answer))
    return { kind: 'answered', answer, isRepeated: false }
  } catch (error) {
    await releaseAnswer(db, claim).catch(() => undefined) // the first error is what went wrong
    throw error
  }
}
