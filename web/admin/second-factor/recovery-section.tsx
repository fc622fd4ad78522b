import { useState, type SubmitEvent } from 'react'
import styles from '#web/admin/account/account-page.module.css'
import { focusFirst } from '#web/admin/focus-first.ts'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import Button from '#web/ui/button.tsx'
import PasswordFields from './password-fields.tsx'
import { useRequest, type SecondFactor } from './use-second-factor.ts'

/** The recovery codes: how many are left, and new ones while they are shown. */
export default function RecoverySection({ factor }: { factor: SecondFactor }) {
  const [isAsking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const { processing, refusal, wrong, part, begin, post } = useRequest()
  const { state, codes, take, keptCodes } = factor

  function close() {
    setAsking(false)
    setPassword('')
    begin()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    const done = await post((body) => call('POST /api/staff/two-step/recovery-codes', { body }), { password })
    if (!done) return
    close()
    take({}, done.codes)
  }

  return (
    <section ref={part} className={styles.section} aria-labelledby="recovery">
      <h2 id="recovery">Recovery codes</h2>
      {codes ? (
        <div ref={focusFirst} tabIndex={-1} className={form.stack}>
          <p>
            Save these recovery codes somewhere you can reach without your phone or your passkeys. Each works
            once, after your password. They are not shown again.
          </p>
          <ul className={styles.codes} aria-label="Recovery codes">
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Button onClick={keptCodes}>I’ve saved them</Button>
        </div>
      ) : (
        <p>For when you have neither your app nor a passkey. {leftWords(state.codesLeft)}</p>
      )}
      {!codes && !isAsking && (
        <div className={styles.choices}>
          <Button tone="plain" onClick={() => setAsking(true)}>
            New recovery codes
          </Button>
        </div>
      )}
      {isAsking && (
        <form ref={focusFirst} className={form.stack} method="post" onSubmit={(event) => void submit(event)}>
          <PasswordFields
            password={password}
            onPassword={setPassword}
            wrong={wrong['password']}
            refusal={refusal}
            processing={processing}
            submit="Create new codes"
            onCancel={close}
          />
        </form>
      )}
    </section>
  )
}

function leftWords(codes: number): string {
  if (codes === 0) return 'No recovery codes are left. Create new ones.'
  return codes === 1 ? 'One recovery code is left.' : `${codes} recovery codes are left.`
}
