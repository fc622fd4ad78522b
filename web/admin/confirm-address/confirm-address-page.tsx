import { useState, type SubmitEvent } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import Entrance from '#web/admin/entrance.tsx'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { FrameProps } from '#web/page.ts'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'

export interface ConfirmAddressPageProps {
  frame: FrameProps
  /** Null when the link is no longer valid. */
  change: AddressChangeView | null
  /** The accounts are unavailable, so the link cannot be checked. */
  isUnavailable: boolean
}

interface AddressChangeView {
  token: string
  from: string
  to: string
}

const TITLE = 'Confirm Your Address'

/** Confirms the new address of a member, in any browser: the link was mailed to the address. */
export default function ConfirmAddressPage({ frame, change, isUnavailable }: ConfirmAddressPageProps) {
  const [state, setState] = useState<'asking' | 'done' | 'run-out'>('asking')
  if (isUnavailable) {
    return (
      <Entrance frame={frame} title={TITLE}>
        <p>
          Staff accounts are unavailable at the moment. Your link is still valid: open it again in a few
          minutes.
        </p>
      </Entrance>
    )
  }
  if (change === null || state === 'run-out') {
    return (
      <Entrance frame={frame} title={TITLE} replaces={change !== null}>
        <p>
          This link has expired or has already been used. If your address has not changed, ask for a new link
          under Account.
        </p>
        <LinkButton href="/admin">Go to the staff area</LinkButton>
      </Entrance>
    )
  }
  if (state === 'done') {
    return (
      <Entrance frame={frame} title="Address changed" replaces>
        <p>You now sign in as {change.to}. Your password is the same.</p>
        <LinkButton href="/admin">Go to the staff area</LinkButton>
      </Entrance>
    )
  }
  return (
    <Entrance frame={frame} title={TITLE}>
      <p>
        Once you confirm, you sign in as {change.to} instead of {change.from}. Your password stays the same.
      </p>
      <ConfirmForm
        token={change.token}
        onDone={() => setState('done')}
        onRunOut={() => setState('run-out')}
      />
    </Entrance>
  )
}

interface ConfirmFormProps {
  token: string
  onDone: () => void
  onRunOut: () => void
}

function ConfirmForm({ token, onDone, onRunOut }: ConfirmFormProps) {
  const hydrated = useHydrated()
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setRefusal(null)
    setProcessing(true)
    const answer = await call('POST /api/staff/confirm-address', { body: { token } })
    setProcessing(false)
    if (answer.kind === 'done') onDone()
    else if (answer.code === 'invalid-link') onRunOut()
    else setRefusal(answer.title ?? 'The shop did not respond. Please try again.')
  }

  return (
    <form className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
      <RefusalBlock message={refusal} />
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : 'Confirm this address'}
      </Button>
    </form>
  )
}
