import { useRef, useState, type SubmitEvent } from 'react'
import {
  checkContactForm,
  CONTACT_LIMITS,
  CONTACT_SUBJECT_CODES,
  CONTACT_SUBJECTS,
  type ContactField,
} from '#domain/inbox/contact-form.ts'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './contact-form.module.css'
import { CONTACT_MESSAGES, TOAST_MS } from './messages.ts'
import { postContactMessage } from './post-contact-message.ts'

const EMPTY: Record<ContactField, string> = { name: '', email: '', subject: '', message: '' }

/**
 * Our validation runs instead of the browser's, in the order of spec 5: `noValidate`, although the fields are required.
 */
export default function ContactForm() {
  const form = useRef<HTMLFormElement>(null)
  const said = useRef<() => void>(undefined)
  const [values, setValues] = useState(EMPTY)
  const [leaveEmpty, setLeaveEmpty] = useState('')
  const [wrong, setWrong] = useState<ContactField | null>(null)
  const [sending, setSending] = useState(false)

  const bind = (name: ContactField) => ({
    name,
    required: true,
    readOnly: sending,
    'aria-invalid': wrong === name || undefined,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: target.value }))
      setWrong(null)
    },
  })
  const { readOnly: _readOnly, ...subject } = bind('subject')

  /** A new message replaces the one of the previous try. */
  function say(...toast: Parameters<typeof showToast>) {
    said.current?.()
    said.current = showToast(...toast)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const checked = checkContactForm(values)
    if ('error' in checked) {
      setWrong(checked.field)
      say('error', checked.error, TOAST_MS.wrong)
      form.current?.querySelector<HTMLElement>(`[name="${checked.field}"]`)?.focus()
      return
    }
    setSending(true)
    const sent = await postContactMessage({ ...checked.message, leaveEmpty })
    setSending(false)
    if (!sent) return say('error', CONTACT_MESSAGES.failed, TOAST_MS.wrong)
    setValues(EMPTY)
    say('success', CONTACT_MESSAGES.sent, TOAST_MS.sent)
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      method="post"
      onSubmit={(event) => void submit(event)}
    >
      <Field label="Name" autoComplete="name" maxLength={CONTACT_LIMITS.name} {...bind('name')} />
      <Field
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={CONTACT_LIMITS.email}
        {...bind('email')}
      />
      <Select label="Subject" className={styles.wide} disabled={sending} {...subject}>
        <option value="">Select a subject</option>
        {CONTACT_SUBJECT_CODES.map((code) => (
          <option key={code} value={code}>
            {CONTACT_SUBJECTS[code]}
          </option>
        ))}
      </Select>
      <TextArea
        label="Message"
        className={styles.wide}
        rows={7}
        maxLength={CONTACT_LIMITS.message}
        {...bind('message')}
      />
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor="leave-empty">Leave this empty</label>
        <input
          id="leave-empty"
          name="leaveEmpty"
          tabIndex={-1}
          autoComplete="off"
          value={leaveEmpty}
          onChange={({ target }) => setLeaveEmpty(target.value)}
        />
      </div>
      <Button type="submit" tone="red" className={styles.send} disabled={sending}>
        {sending ? 'Sending...' : 'Send Message'}
      </Button>
    </form>
  )
}
