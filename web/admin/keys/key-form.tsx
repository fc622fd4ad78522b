import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { KEY_DAYS, KEY_NAME_LENGTH } from '#domain/staff/key-forms.ts'
import type { KeyPermission } from '#domain/staff/permissions.ts'
import { KEY_PERMISSION_WORDS } from '#domain/staff/role-words.ts'
import { PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import { call } from '#web/admin/call-staff-api.ts'
import people from '#web/admin/people/people-page.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { wrongFields } from '#web/admin/second-factor/wrong-fields.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Notice from '#web/ui/notice.tsx'
import Select from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { KeyView } from '#web/views/staff/key-view.ts'
import styles from './key-form.module.css'

interface KeyFormProps {
  needsPassword: boolean
  allowed: readonly KeyPermission[]
  onMade: (key: KeyView) => void
}

/** Makes a key, and shows it once. */
export default function KeyForm({ needsPassword, allowed, onMade }: KeyFormProps) {
  const shown = useRef<HTMLElement>(null)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly KeyPermission[]>([])
  const [days, setDays] = useState<(typeof KEY_DAYS)[number]>(90)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  useEffect(() => {
    if (secret !== null) shown.current?.focus()
  }, [secret])

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setWrong({})
    setRefusal(null)
    const body = { name, permissions: chosen, days, password }
    const answer = await call('POST /api/staff/keys', { body })
    setBusy(false)
    if (answer.kind === 'done') {
      onMade(answer.value.key)
      setSecret(answer.value.secret)
      setName('')
      setChosen([])
      setPassword('')
    } else if (answer.code === 'signed-out') {
      window.location.replace('/admin')
    } else {
      const atFields = wrongFields(answer, { name, permissions: chosen, password })
      if (atFields) setWrong(atFields)
      else setRefusal(answer.title ?? 'It’s not clear whether this worked. Reload the page to check.')
    }
  }

  async function copy(text: string) {
    await navigator.clipboard.writeText(text)
    showToast('success', 'The key is copied.')
  }

  return (
    <section className={people.section} aria-labelledby="make-key">
      <h2 id="make-key">Make a key</h2>
      <p className={people.quiet}>
        A program that has the key can do what you allow it here, in your name.{' '}
        <a href="/api/openapi.json">What it can call</a>.
      </p>
      {secret !== null && (
        <Notice>
          <p>Copy the key now: it is shown this once.</p>
          <code ref={shown} tabIndex={-1} className={styles.secret} translate="no">
            {secret}
          </code>
          <Button tone="plain" onClick={() => void copy(secret)}>
            Copy key
          </Button>
        </Notice>
      )}
      <form className={people.invite} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label="Name"
          name="name"
          autoComplete="off"
          maxLength={KEY_NAME_LENGTH}
          hint="The program that will use it. The activity shows this name."
          error={wrong['name']}
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <fieldset className={styles.permissions} aria-describedby={wrong['permissions'] && 'key-permissions'}>
          <legend>It may</legend>
          {allowed.map((one) => (
            <Checkbox
              key={one}
              checked={chosen.includes(one)}
              onChange={({ target }) =>
                setChosen((all) => (target.checked ? [...all, one] : all.filter((other) => other !== one)))
              }
            >
              {KEY_PERMISSION_WORDS[one]}
            </Checkbox>
          ))}
        </fieldset>
        {wrong['permissions'] && (
          <p id="key-permissions" className={styles.wrong} role="alert">
            {wrong['permissions']}
          </p>
        )}
        <Select
          label="Works for"
          name="days"
          value={days}
          onChange={({ target }) => setDays(KEY_DAYS.find((one) => String(one) === target.value) ?? 90)}
        >
          {KEY_DAYS.map((one) => (
            <option key={one} value={one}>
              {one === 365 ? 'a year' : `${one} days`}
            </option>
          ))}
        </Select>
        {needsPassword && (
          <Field
            label="Your password"
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={PASSWORD_LENGTH.most}
            error={wrong['password']}
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
        <RefusalBlock message={refusal} />
        <Button type="submit" className={people.send} disabled={busy}>
          {busy ? 'Making...' : 'Make key'}
        </Button>
      </form>
    </section>
  )
}
