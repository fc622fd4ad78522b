import { useState, type SubmitEvent } from 'react'
import { PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { wrongFields } from '#web/admin/second-factor/wrong-fields.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import type { SetUpFieldView, SetUpView } from '#web/views/connections/connection-view.ts'
import styles from './connections-page.module.css'

interface SetUpFormProps {
  need: string
  title: string
  setUp: SetUpView
  needsPassword: boolean
  onClose: () => void
}

/** Chooses the supplier of a need, and its keys. What is stored of a secret is never sent here, but for its end. */
export default function SetUpForm({ need, title, setUp, needsPassword, onClose }: SetUpFormProps) {
  const { suppliers } = setUp
  const [supplier, setSupplier] = useState(setUp.supplier || suppliers[0]!.name)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const part = useFocusOnWrong(wrong)
  const chosen = suppliers.find(({ name }) => name === supplier) ?? suppliers[0]!
  const isStored = setUp.supplier === supplier
  const valueOf = ({ name, isSecret, value }: SetUpFieldView) =>
    typed[name] ?? (isStored && !isSecret ? value : '')

  async function send(what: 'save' | 'remove') {
    if (busy !== null) return
    setBusy(what)
    setWrong({})
    setRefusal(null)
    const values = Object.fromEntries(chosen.fields.map((field) => [field.name, valueOf(field)]))
    const params = { need }
    const answer =
      what === 'save'
        ? await call('PUT /api/staff/connections/:need', { params, body: { supplier, values, password } })
        : await call('POST /api/staff/connections/:need/remove', { params, body: { password } })
    if (answer.kind === 'done') return window.location.reload()
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    setBusy(null)
    const atFields = wrongFields(answer, { ...values, password })
    if (atFields) setWrong(atFields)
    else setRefusal(answer.title ?? 'It’s not clear whether this worked. Reload the page to check.')
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send('save')
  }

  return (
    <form
      ref={part}
      className={form.stack}
      method="post"
      noValidate
      aria-label={`Set up: ${title}`}
      onSubmit={submit}
    >
      {suppliers.length > 1 && (
        <Select
          label="Supplier"
          name={`${need}-supplier`}
          value={supplier}
          onChange={({ target }) => setSupplier(target.value)}
        >
          {suppliers.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      )}
      <p className={styles.quiet}>{chosen.hint}</p>
      {chosen.fields.map((field) => (
        <Field
          key={field.name}
          label={field.isOptional ? `${field.label} (optional)` : field.label}
          name={field.name}
          type={field.isSecret ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          hint={hintOf(field, isStored)}
          error={wrong[field.name]}
          value={valueOf(field)}
          onChange={({ target }) => setTyped({ ...typed, [field.name]: target.value })}
        />
      ))}
      {needsPassword && (
        <Field
          label="Your password"
          name={`${need}-password`}
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
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={busy !== null}>
          {busy === 'save' ? 'Testing...' : 'Test and save'}
        </Button>
        {setUp.supplier !== '' && (
          <Button tone="plain" aria-disabled={busy !== null} onClick={() => void send('remove')}>
            {busy === 'remove' ? 'Removing...' : 'Remove'}
          </Button>
        )}
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function hintOf({ hint, isSecret, value }: SetUpFieldView, isStored: boolean): string {
  if (!isSecret || !isStored || value === '') return hint
  const end = value === '…' ? '' : `, ending in ${value.slice(1)}`
  return `Stored${end}. Leave it empty to keep it.`
}
