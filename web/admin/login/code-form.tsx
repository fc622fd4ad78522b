import { useEffect, useState, type SubmitEvent } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import { focusFirst, useFocusOnWrong } from '#web/admin/focus-first.ts'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { wrongFields } from '#web/admin/second-factor/wrong-fields.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import PasskeyButton from './passkey-button.tsx'

/** What the member has besides recovery codes. */
export interface CodeStep {
  hasApp: boolean
  hasPasskey: boolean
}

interface Props {
  step: CodeStep
  onOver: (message: string) => void
}

/** The second step of a sign-in: a code of the app, a recovery code, or a passkey. */
export default function CodeForm({ step: { hasApp, hasPasskey }, onOver }: Props) {
  const [code, setCode] = useState('')
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const part = useFocusOnWrong(wrong)
  useEffect(() => focusFirst(part.current), [part])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    setProcessing(true)
    setRefusal(null)
    setWrong({})
    const answer = await call('POST /api/staff/second-step', { body: { code } })
    if (answer.kind === 'done') return window.location.replace('/admin')
    const message = answer.title ?? 'The shop cannot be reached. Check your connection, then try again.'
    if (answer.code === 'expired') return onOver(message)
    const atField = wrongFields(answer, { code })
    if (atField) setWrong(atField)
    else setRefusal(message)
    setProcessing(false)
  }

  const codeForm = (
    <form ref={part} className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
      <Field
        label={hasApp ? 'Code' : 'Recovery code'}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={wrong['code']}
        hint={
          hasApp
            ? 'The six digits that your authenticator app shows, or one of your recovery codes.'
            : 'One of the codes you saved when you added your first passkey.'
        }
        required
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <RefusalBlock message={refusal} />
      <Button type="submit" tone="red" disabled={processing}>
        {processing ? 'Processing...' : 'Sign in'}
      </Button>
    </form>
  )
  return hasPasskey ? (
    <>
      <PasskeyButton tone={hasApp ? 'plain' : 'ink'} />
      {codeForm}
    </>
  ) : (
    codeForm
  )
}
