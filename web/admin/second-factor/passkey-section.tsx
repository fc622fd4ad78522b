import { useState, type SubmitEvent } from 'react'
import { MAX_PASSKEY_NAME_LENGTH } from '#domain/staff/passkey-forms.ts'
import styles from '#web/admin/account/account-page.module.css'
import { call } from '#web/admin/call-staff-api.ts'
import { focusFirst } from '#web/admin/focus-first.ts'
import form from '#web/admin/form.module.css'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { makePasskey, rememberPasskeyUse } from './browser-passkeys.ts'
import PasskeyDialog, { type PasskeyTask } from './passkey-dialog.tsx'
import PasskeyList from './passkey-list.tsx'
import PasswordFields from './password-fields.tsx'
import { useRequest, type SecondFactor } from './use-second-factor.ts'

/** The passkeys of the member: adding, renaming and removing them. */
export default function PasskeySection({ factor }: { factor: SecondFactor }) {
  const [isAdding, setAdding] = useState(false)
  const [task, setTask] = useState<PasskeyTask | null>(null)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { processing, setProcessing, refusal, wrong, part, begin, setRefusal, post } = useRequest()
  const { passkeys, canHavePasskeys, hasApp } = factor.state

  function close() {
    setAdding(false)
    setName('')
    setPassword('')
    begin()
  }

  async function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    const asked = await post((body) => call('POST /api/staff/passkeys/begin', { body }), { password })
    if (!asked) return
    setProcessing(true)
    const made = await makePasskey(asked.options)
    setProcessing(false)
    if (made.kind === 'failed') return setRefusal(made.words)
    const added = await post((body) => call('POST /api/staff/passkeys', { body }), {
      name,
      response: made.response,
    })
    if (!added) return
    rememberPasskeyUse()
    close()
    showToast('success', 'Passkey added.')
    if (passkeys.length === 0 && !hasApp) factor.onOthersEnded()
    factor.take({ passkeys: added.passkeys }, added.codes)
  }

  return (
    <section ref={part} className={styles.section} aria-labelledby="passkeys">
      <h2 id="passkeys" tabIndex={-1}>
        Passkeys
      </h2>
      <p>
        Sign in with your fingerprint, face or device PIN instead of a password and a code. A passkey works
        only on this site, so it cannot be phished.
      </p>
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} disabled={processing} onTask={setTask} />}
      {!canHavePasskeys && (
        <p className={styles.details}>
          Browsers accept passkeys only on a host name with https. Ask the person who runs the shop’s server.
        </p>
      )}
      {canHavePasskeys && !isAdding && (
        <div className={styles.choices}>
          <Button onClick={() => setAdding(true)}>Add a passkey</Button>
        </div>
      )}
      {isAdding && (
        <form ref={focusFirst} className={form.stack} method="post" onSubmit={(event) => void add(event)}>
          {passkeys.length === 0 && !hasApp && (
            <p>
              From then on, your password alone won’t sign you in: you also need a passkey or a recovery code.
              The recovery codes come in the next step.
            </p>
          )}
          <Field
            label="Name (optional)"
            name="passkey-name"
            autoComplete="off"
            maxLength={MAX_PASSKEY_NAME_LENGTH}
            hint="A name for the device, such as Laptop."
            error={wrong['name']}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <PasswordFields
            password={password}
            onPassword={setPassword}
            wrong={wrong['password']}
            refusal={refusal}
            processing={processing}
            submit="Continue"
            onCancel={close}
          />
        </form>
      )}
      {task && (
        <PasskeyDialog
          task={task}
          isLast={passkeys.length === 1 && !hasApp}
          factor={factor}
          onClose={() => setTask(null)}
        />
      )}
    </section>
  )
}
