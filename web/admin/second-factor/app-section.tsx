import { useState, type SubmitEvent } from 'react'
import styles from '#web/admin/account/account-page.module.css'
import { call, type AnsweredValue } from '#web/admin/call-staff-api.ts'
import { focusFirst } from '#web/admin/focus-first.ts'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import AppKey from './app-key.tsx'
import PasswordFields from './password-fields.tsx'
import { useRequest, type SecondFactor } from './use-second-factor.ts'

/** What an app needs to make codes. */
type NewKey = AnsweredValue<'POST /api/staff/two-step/begin'>

type Step = { kind: 'overview' } | { kind: 'password' } | { kind: 'confirm'; key: NewKey }

/** Two-step verification of the member with an authenticator app. */
export default function AppSection({ factor }: { factor: SecondFactor }) {
  const [step, setStep] = useState<Step>({ kind: 'overview' })
  const [typed, setTyped] = useState('')
  const { processing, refusal, wrong, part, begin, post } = useRequest()
  const { hasApp: isOn } = factor.state

  function go(next: Step) {
    setStep(next)
    setTyped('')
    begin()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    if (step.kind === 'confirm') {
      const done = await post((body) => call('POST /api/staff/two-step/confirm', { body }), { code: typed })
      if (!done) return
      go({ kind: 'overview' })
      showToast('success', 'Two-step verification is on.')
      factor.onOthersEnded()
      return factor.take({ hasApp: true }, done.codes)
    }
    const password = { password: typed }
    if (!isOn) {
      const key = await post((body) => call('POST /api/staff/two-step/begin', { body }), password)
      if (key) go({ kind: 'confirm', key })
    } else {
      const done = await post((body) => call('POST /api/staff/two-step/end', { body }), password)
      if (done === undefined) return
      go({ kind: 'overview' })
      showToast('success', 'Two-step verification is off. Your other sessions have ended.')
      factor.onOthersEnded()
      factor.take({ hasApp: false })
    }
  }

  return (
    <section ref={part} className={styles.section} aria-labelledby="two-step">
      <h2 id="two-step">Two-step verification</h2>
      <p>
        {isOn
          ? 'On: signing in takes your password and a code from your authenticator app.'
          : 'Off. Once it is on, signing in also takes a code from an authenticator app, so no one can sign in with your password alone.'}
      </p>
      {step.kind === 'overview' && (
        <div className={styles.choices}>
          <Button tone={isOn ? 'plain' : 'ink'} onClick={() => go({ kind: 'password' })}>
            {isOn ? 'Turn off' : 'Turn on'}
          </Button>
        </div>
      )}
      {step.kind !== 'overview' && (
        <form
          key={step.kind}
          ref={focusFirst}
          className={form.stack}
          method="post"
          onSubmit={(event) => void submit(event)}
        >
          {step.kind === 'password' ? (
            <PasswordFields
              password={typed}
              onPassword={setTyped}
              wrong={wrong['password']}
              refusal={refusal}
              processing={processing}
              submit={isOn ? 'Turn off' : 'Continue'}
              onCancel={() => go({ kind: 'overview' })}
            />
          ) : (
            <>
              <AppKey {...step.key} />
              <Field
                label="Code"
                name="code"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={10}
                error={wrong['code']}
                required
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
              <RefusalBlock message={refusal} />
              <div className={styles.choices}>
                <Button type="submit" disabled={processing}>
                  {processing ? 'Processing...' : 'Turn on'}
                </Button>
                <Button tone="plain" disabled={processing} onClick={() => go({ kind: 'overview' })}>
                  Cancel
                </Button>
              </div>
            </>
          )}
        </form>
      )}
    </section>
  )
}
