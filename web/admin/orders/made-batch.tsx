import { useId } from 'react'
import { MAX_BATCH_SIZE } from '#domain/packing/parse-tracking.ts'
import { call } from '#web/admin/call-staff-api.ts'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import { newId } from '#web/admin/new-id.ts'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { countedOrders } from './selected-actions.ts'
import styles from '#web/admin/list/selection.module.css'

/** A batch that lacks some of the orders, or none could be made. */
export interface MadeBatch {
  title: string
  /** Each with its reason. */
  leftOut: readonly string[]
  /** Its address; null: there is none. */
  batch: string | null
}

/** Makes a batch of these orders, as far as they can be in one. */
export async function makeBatch(numbers: readonly string[]): Promise<MadeBatch> {
  const [batchId, taken] = [newId(), numbers.slice(0, MAX_BATCH_SIZE)]
  const answer = await call('POST /api/staff/batches', { body: { batchId, name: '', numbers: taken } })
  if (answer.kind === 'refused') {
    const title = answer.title ?? 'The shop did not respond. Try again.'
    return { title, leftOut: Object.values(answer.fields), batch: null }
  }
  const leftOut = answer.value.leftOut.map(({ number, reason }) => `${number}: ${reason}.`)
  const rest = numbers.length - taken.length
  if (rest > 0) leftOut.push(`${countedOrders(rest)}: a batch has at most ${MAX_BATCH_SIZE}.`)
  const title = `A batch of ${countedOrders(answer.value.orders)}`
  return { title, leftOut, batch: `/admin/orders/batches/${batchId}` }
}

/** Which orders a batch lacks, and why, before it is opened. */
export default function MadeBatchDialog({ made, onClose }: { made: MadeBatch; onClose: () => void }) {
  const id = useId()
  const { title, leftOut, batch } = made
  return (
    <Modal labelledBy={id} className={modal.medium} onDismiss={onClose}>
      <div className={modal.form}>
        <h2 id={id}>{title}</h2>
        <p>Left out:</p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
        <ul className={styles.refused} aria-label="Left out" tabIndex={0}>
          {leftOut.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <div className={modal.buttons}>
          <Button tone="plain" onClick={onClose}>
            Back to the list
          </Button>
          {batch !== null && (
            <LinkButton tone="red" href={batch}>
              Open the batch
            </LinkButton>
          )}
        </div>
      </div>
    </Modal>
  )
}
