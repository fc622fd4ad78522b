import { useState, type SubmitEvent } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import type { CodeStep } from './code-form.tsx'
import { signInMessage } from './messages.ts'

interface LinkFormProps {
  token: string
  onNeedsCode: (step: CodeStep) => void
  onRefused: (why: string) => void
}

/** Signs in with the link of the first start: a press, so that programs which only follow links do not use it up. */
export default function LinkForm({ token, onNeedsCode, onRefused }: LinkFormProps) {
  const hydrated = useHydrated()
  const [processing, setProcessing] = useState(false)

  async function signIn(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setProcessing(true)
    const answer = await call('POST /api/staff/link-sign-in', { body: { token } })
    if (answer.kind === 'done' && 'needsCode' in answer.value) return onNeedsCode(answer.value)
    if (answer.kind === 'done') return window.location.replace('/admin/start')
    onRefused(signInMessage(answer))
  }

  return (
    <form className={form.stack} method="post" onSubmit={(event) => void signIn(event)}>
      <p>This link signs you in as the owner of this shop. It works once.</p>
      <Button type="submit" tone="red" disabled={processing || !hydrated}>
        {processing ? 'Processing...' : 'Sign in'}
      </Button>
    </form>
  )
}
