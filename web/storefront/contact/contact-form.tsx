import { useRef, useState, type SubmitEvent } from 'react'
import {
  checkContactForm,
  CONTACT_LIMITS,
  CONTACT_SUBJECTS,
  type ContactField,
  type ContactMessage,
} from '#domain/inbox/contact-form.ts'
import Trap from '#web/storefront/trap.tsx'
import Button from '#web/ui/button.tsx'
import EmailSuggestion from '#web/ui/email-suggestion.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './contact-form.module.css'

/** How long each message stays, in milliseconds (spec 9). */
const TOAST_MS = { sent: 5_000, wrong: 3_000 } as const

const EMPTY: Record<ContactField, string> = { name: '', email: '', subject: '', message: '' }

/**
 * Our validation runs instead of the browser's, in the order of spec 5: `noValidate`, although the fields are required.
 */
export default function ContactForm() {
  const formWords = useWords('pages/contact-form')
  const words = useWords('pages/contact')
  const form = useRef<HTMLFormElement>(null)
  const hideToast = useRef<() => void>(undefined)
  const [values, setValues] = useState(EMPTY)
  const [leaveEmpty, setLeaveEmpty] = useState('')
  const [wrong, setWrong] = useState<{ field: ContactField; error: string } | null>(null)
  const [sending, setSending] = useState(false)

  function change(field: ContactField, value: string) {
    setValues((before) => ({ ...before, [field]: value }))
    setWrong(null)
  }
  const bind = (name: ContactField) => ({
    name,
    required: true,
    readOnly: sending,
    error: wrong?.field === name ? wrong.error : undefined,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  })
  const { readOnly: _readOnly, ...subject } = bind('subject')

  /** A new message replaces the one of the previous try. */
  function replaceToast(...toast: Parameters<typeof showToast>) {
    hideToast.current?.()
    hideToast.current = showToast(...toast)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const checked = checkContactForm(values)
    if ('fault' in checked) {
      const error = formWords.errors[checked.fault]
      setWrong({ field: checked.field, error })
      replaceToast('error', error, TOAST_MS.wrong)
      form.current?.querySelector<HTMLElement>(`[name="${checked.field}"]`)?.focus()
      return
    }
    setSending(true)
    const sent = await postContactMessage({ ...checked.message, leaveEmpty })
    setSending(false)
    if (!sent) return replaceToast('error', formWords.failed, TOAST_MS.wrong)
    setValues(EMPTY)
    replaceToast('success', formWords.sent, TOAST_MS.sent)
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      method="post"
      onSubmit={(event) => void submit(event)}
    >
      <Field label={words.name} autoComplete="name" maxLength={CONTACT_LIMITS.name} {...bind('name')} />
      <Field
        label={words.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={CONTACT_LIMITS.email}
        {...bind('email')}
      >
        <EmailSuggestion email={values.email} onChoose={(email) => change('email', email)} />
      </Field>
      <Select label={words.subject} className={styles.wide} disabled={sending} {...subject}>
        <option value="">{words.selectSubject}</option>
        {CONTACT_SUBJECTS.map((code) => (
          <option key={code} value={code}>
            {formWords.subjects[code]}
          </option>
        ))}
      </Select>
      <TextArea
        label={words.message}
        className={styles.wide}
        rows={7}
        maxLength={CONTACT_LIMITS.message}
        {...bind('message')}
      />
      <Trap
        label={words.leaveEmpty}
        value={leaveEmpty}
        onChange={({ target }) => setLeaveEmpty(target.value)}
      />
      <Button type="submit" tone="red" className={styles.send} disabled={sending}>
        {sending ? words.sending : words.send}
      </Button>
    </form>
  )
}

/** Whether the shop accepted the message. Never throws. */
async function postContactMessage(message: ContactMessage & { leaveEmpty: string }): Promise<boolean> {
  try {
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    return response.ok
  } catch {
    return false
  }
}
