import { useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import styles from '#web/admin/promotions/promotions.module.css'
import Button from '#web/ui/button.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** How many addresses have early access to a drop, and more of them. */
export default function Guests({ id, count: first }: { id: string; count: number }) {
  const [count, setCount] = useState(first)
  const [typed, setTyped] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isRemoving, setRemoving] = useState(false)

  async function send(asked: () => ReturnType<typeof add>, done: string) {
    setBusy(true)
    const answer = await asked()
    setBusy(false)
    setRemoving(false)
    if (answer.kind !== 'done') return void showToast('error', 'That did not work. Try again.')
    const { guests, unread } = answer.value
    setCount(guests)
    setTyped(unread.join('\n'))
    setFault(unread.length === 0 ? '' : 'These look like no addresses. All others are added.')
    showToast('success', done)
  }
  const add = () => call('POST /api/staff/drops/:id/guests', { params: { id }, body: { add: typed } })
  const removeAll = () => call('DELETE /api/staff/drops/:id/guests', { params: { id } })

  return (
    <section className={styles.section} aria-labelledby="guests">
      <h2 id="guests">Early access</h2>
      <p>
        {count === 1 ? '1 address is' : `${count.toLocaleString('en-CA')} addresses are`} on the list. Each
        gets a link by email when it is asked for on the page of the drop.
      </p>
      <TextArea
        label="Add addresses"
        value={typed}
        rows={4}
        error={fault || undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button
        tone="plain"
        disabled={isBusy || typed.trim() === ''}
        onClick={() => void send(add, 'Addresses added')}
      >
        Add
      </Button>
      {count > 0 && (
        <Button tone="plain" disabled={isBusy} onClick={() => setRemoving(true)}>
          Remove all addresses
        </Button>
      )}
      {isRemoving && (
        <ConfirmDialog
          question="Remove all addresses?"
          detail="Whoever got in by such an address loses early access at once."
          yes="Remove all"
          no="Keep them"
          busy={isBusy}
          onYes={() => void send(removeAll, 'Addresses removed')}
          onNo={() => setRemoving(false)}
        />
      )}
    </section>
  )
}
