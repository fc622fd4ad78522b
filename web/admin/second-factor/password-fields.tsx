import { PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import styles from '#web/admin/account/account-page.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'

interface Props {
  password: string
  onPassword: (password: string) => void
  /** What is wrong with the password. */
  wrong: string | undefined
  /** Why it was refused otherwise. */
  refusal: string | null
  processing: boolean
  /** The words of the button. */
  submit: string
  tone?: 'red'
  onCancel: () => void
}

/** The end of a form that takes the password: its field, why it was refused, and the buttons. */
export default function PasswordFields(props: Props) {
  const { password, onPassword, wrong, refusal, processing, submit, tone, onCancel } = props
  return (
    <>
      <Field
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={PASSWORD_LENGTH.most}
        error={wrong}
        required
        value={password}
        onChange={({ target }) => onPassword(target.value)}
      />
      <RefusalBlock message={refusal} />
      <div className={styles.choices}>
        <Button type="submit" tone={tone} disabled={processing}>
          {processing ? 'Processing...' : submit}
        </Button>
        <Button tone="plain" disabled={processing} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}
