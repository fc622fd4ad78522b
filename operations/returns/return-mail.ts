import type { Tx } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import type { Return } from '#domain/returns/return.ts'

/** Tells the customer what became of a return: once for each of its versions. */
export async function enqueueReturnMail(
  tx: Tx,
  { id: returnId, orderId, version, state: returnState }: Return,
  now: number,
): Promise<void> {
  const id = `return-changed-${returnId}-${version}`
  const payload = { orderId, returnId, returnState, id }
  const dedupeKey = `return-changed:${returnId}:${version}`
  await enqueue(tx, [{ kind: 'return-changed', payload, dedupeKey }], now)
}
