import { useEffect, useState } from 'react'
import { call, type AnsweredValue } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Notice from '#web/ui/notice.tsx'
import styles from './packing-page.module.css'
import Camera from './camera.tsx'
import { missingWords } from './bench-words.ts'
import HoldFields, { NO_PROBLEM, type Problem } from './hold-fields.tsx'
import ParcelItems from './parcel-items.tsx'
import { useBench } from './use-bench.ts'
import type { OpenParcel } from './use-bench-state.ts'
import { useScanner } from './use-scanner.ts'
import { isComplete, packedUnits } from '#domain/packing/packing-bench.ts'

/** A bench: scan a slip, scan or tap each item, and close the parcel. */
export default function Bench({ batch }: { batch: string | null }) {
  const bench = useBench()
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState(false)
  const { parcel, message, heldOrder, packed, busy } = bench
  useScanner(bench.scan)

  return (
    <div className={styles.bench}>
      <div className={styles.scan}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '') bench.scan({ readings: [typed], field: null })
            setTyped('')
          }}
        >
          <Field
            label={parcel === null ? 'Scan a packing slip' : 'Scan an item'}
            name="scan"
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a scanner types into it
            autoFocus
            hint="A scanner types the code. By hand: type it and press Enter."
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
        <Camera onCode={(code) => bench.scan({ readings: [code], field: null })} />
      </div>
      {/* The element stays and its text changes, so that every message is announced. */}
      <div
        role="alert"
        aria-live="assertive"
        aria-atomic="true"
        className={styles.message}
        data-kind={message?.kind}
      >
        {message && (
          <p key={message.id}>
            <strong>{message.kind === 'good' ? 'OK' : 'STOP'}</strong> {message.words}
          </p>
        )}
      </div>
      {heldOrder && (
        <Notice>
          <strong>{heldOrder.number} is at another bench</strong>
          <p>
            Since {heldOrder.at} {heldOrder.by} has been packing it. Ask first: packing an order twice cannot
            be undone.
          </p>
          <div className={styles.ways}>
            <Button tone="plain" disabled={busy} onClick={() => setAsking(true)}>
              Take over
            </Button>
            <Button tone="plain" disabled={busy} onClick={bench.leaveIt}>
              Leave it
            </Button>
          </div>
        </Notice>
      )}
      {parcel ? (
        <Parcel key={parcel.number} bench={bench} parcel={parcel} />
      ) : (
        <>
          <p className={styles.idle}>
            {packed === 0
              ? 'Scan the barcode of a packing slip to begin.'
              : `${packed === 1 ? '1 order' : `${packed} orders`} packed at this bench. Scan the next slip.`}{' '}
            <a href="/admin/orders/batches">Batches and tracking numbers</a>
          </p>
          {batch !== null && (
            <WaitingOrders
              batch={batch}
              busy={busy}
              onOpen={(number) => bench.scan({ readings: [number], field: null })}
            />
          )}
        </>
      )}
      {asking && heldOrder && (
        <ConfirmDialog
          question={`Take over ${heldOrder.number}?`}
          detail={`${heldOrder.by} will no longer be able to finish it. Make sure that it isn’t packed twice.`}
          yes="Take over"
          no="Leave it"
          onYes={() => {
            setAsking(false)
            bench.takeOver(heldOrder)
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </div>
  )
}

/** The orders of a batch that are still to be packed, to open one without its slip. */
function WaitingOrders({
  batch,
  busy,
  onOpen,
}: {
  batch: string
  busy: boolean
  onOpen: (number: string) => void
}) {
  const [found, setFound] = useState<AnsweredValue<'GET /api/staff/batches/:id'> | null>(null)
  useEffect(() => {
    let isShown = true
    void call('GET /api/staff/batches/:id', { params: { id: batch } }).then((answer) => {
      if (isShown && answer.kind === 'done') setFound(answer.value)
    })
    return () => {
      isShown = false
    }
  }, [batch])
  if (found === null) return null
  const { name, orders, open, waiting } = found
  return (
    <section className={styles.waiting} aria-labelledby="waiting">
      <h2 id="waiting">
        <a href={`/admin/orders/batches/${batch}`}>{name}</a>
      </h2>
      <p>
        {orders - open} of {orders} packed.
        {waiting.length < open && ` ${open - waiting.length} on hold.`}
      </p>
      {waiting.length > 0 && (
        <ul>
          {waiting.map((order) => (
            <li key={order.number}>
              <Button tone="plain" disabled={busy} onClick={() => onOpen(order.number)}>
                {order.number} <span>{order.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The open parcel: where it goes, what is in it and, once it is complete, how it is closed. */
function Parcel({ bench, parcel }: { bench: ReturnType<typeof useBench>; parcel: OpenParcel }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [asking, setAsking] = useState(false)
  const isWhole = isComplete(parcel)
  const units = packedUnits(parcel).length
  return (
    <section className={styles.parcel} aria-labelledby="parcel">
      <header className={styles.head}>
        <div>
          <h2 id="parcel">{parcel.number}</h2>
          <p>
            {[parcel.order.name, ...parcel.order.address].join(', ')}
            {parcel.order.isAbroad && <strong> Customs declaration needed.</strong>}
            {parcel.order.shipping !== '' && (
              <strong>
                {' '}
                {parcel.order.isPickup ? parcel.order.shipping : `Ship with ${parcel.order.shipping}`}.
              </strong>
            )}
          </p>
        </div>
        <div className={styles.ways}>
          <Button tone="plain" disabled={bench.busy} onClick={() => setProblem(problem ? null : NO_PROBLEM)}>
            Problem
          </Button>
          <Button tone="plain" disabled={bench.busy} onClick={bench.putBack}>
            Put back
          </Button>
        </div>
      </header>
      {problem && (
        <form
          className={styles.problem}
          aria-label="Problem"
          onSubmit={(event) => {
            event.preventDefault()
            bench.reportProblem(problem)
          }}
        >
          <HoldFields problem={problem} errors={{}} onChange={setProblem} />
          <div className={styles.ways}>
            <Button type="submit" tone="red" disabled={bench.busy}>
              Put on hold
            </Button>
            <Button tone="plain" onClick={() => setProblem(null)}>
              Keep packing
            </Button>
          </div>
        </form>
      )}
      {parcel.order.note && (
        <p className={styles.note}>
          <strong>Note:</strong> {parcel.order.note}
        </p>
      )}
      {parcel.order.staffNotes.map((note, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- notes are only ever added
        <p key={at} className={styles.note}>
          <strong>Staff:</strong> {note}
        </p>
      ))}
      <ParcelItems parcel={parcel} onTap={bench.tap} onTakeBack={bench.takeBack} />
      {units > 0 && (
        <form
          className={styles.close}
          onSubmit={(event) => {
            event.preventDefault()
            if (isWhole) bench.pack()
            else setAsking(true)
          }}
        >
          {!parcel.order.isPickup && <TrackingFields bench={bench} />}
          <Button type="submit" tone="red" disabled={bench.busy} className={styles.packed}>
            {isWhole
              ? parcel.order.isPickup
                ? 'Ready for pickup, next'
                : 'Packed, next'
              : parcel.order.isPickup
                ? 'Only this is ready'
                : 'Ship what is here'}
          </Button>
          <p>{isWhole ? 'Scanning the next slip does the same.' : 'The rest of the order stays open.'}</p>
        </form>
      )}
      {asking && (
        <ConfirmDialog
          question={`Close ${parcel.number} without everything?`}
          detail={`${missingWords(parcel)} The rest stays open, and the customer is told that it follows.`}
          yes={parcel.order.isPickup ? 'Only this is ready' : 'Ship what is here'}
          no="Keep packing"
          onYes={() => {
            setAsking(false)
            bench.pack()
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </section>
  )
}

function TrackingFields({ bench }: { bench: ReturnType<typeof useBench> }) {
  return (
    <>
      <Field
        label="Tracking number"
        name="tracking"
        value={bench.tracking}
        maxLength={100}
        hint="Scan the label, or leave it empty."
        onChange={({ target }) => bench.setTracking(target.value)}
      />
      <Field
        label="Carrier"
        name="carrier"
        value={bench.carrier}
        maxLength={100}
        onChange={({ target }) => bench.setCarrier(target.value)}
      />
    </>
  )
}
