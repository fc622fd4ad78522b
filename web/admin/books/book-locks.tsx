import { useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './books.module.css'

/** Which months are locked, and what an owner may do about it. Months as stored: `2026-10`. */
export interface MonthLocks {
  through: string | null
  /** What can be locked next, by its name; null: nothing. */
  next: { month: string; name: string } | null
  /** The month that would be the last locked one after unlocking the last; null: none would be. */
  previous: string | null
  /** Of the last locked month. */
  name: string
}

const UNCLEAR = 'It’s not clear whether this worked. Reload the page to check.'

/** Locks the months that were reported, and unlocks the last one. */
export default function BookLocks({ locks }: { locks: MonthLocks }) {
  const [asked, setAsked] = useState<'lock' | 'unlock' | null>(null)
  const [busy, setBusy] = useState(false)
  const { through, next, previous, name } = locks

  async function change(to: string | null) {
    setBusy(true)
    const answer = await call('PUT /api/staff/books/lock', { body: { before: through, through: to } })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'done') return window.location.reload()
    setBusy(false)
    setAsked(null)
    showToast('error', answer.title ?? UNCLEAR)
  }

  return (
    <section className={styles.section} aria-labelledby="locks">
      <h2 id="locks">Locked months</h2>
      <p className={styles.note}>
        {through === null
          ? 'No month is locked. Lock one once it is reported: its entries then stay as they are.'
          : `All months up to ${name} are locked. What changes about their orders is entered in a month that is open.`}
      </p>
      <div className={styles.buttons}>
        {next !== null && (
          <Button tone="plain" onClick={() => setAsked('lock')}>
            Lock {next.name}
          </Button>
        )}
        {through !== null && (
          <Button tone="plain" onClick={() => setAsked('unlock')}>
            Unlock {name}
          </Button>
        )}
      </div>
      {asked === 'lock' && next !== null && (
        <ConfirmDialog
          question={`Lock ${next.name}?`}
          detail="Its entries, and those of all months before, stay as they are. An owner can unlock it."
          yes="Lock"
          no="Cancel"
          busy={busy}
          onYes={() => void change(next.month)}
          onNo={() => setAsked(null)}
        />
      )}
      {asked === 'unlock' && (
        <ConfirmDialog
          question={`Unlock ${name}?`}
          detail="Changes of its orders are entered in it again. What you reported may then differ from the books. It is recorded in Activity."
          yes="Unlock"
          no="Cancel"
          busy={busy}
          onYes={() => void change(previous)}
          onNo={() => setAsked(null)}
        />
      )}
    </section>
  )
}
