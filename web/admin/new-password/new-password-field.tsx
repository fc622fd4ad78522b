import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { findPasswordFault, PASSWORD_FAULTS } from '#domain/staff/new-password.ts'
import { newPassword, PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import Field from '#web/ui/field.tsx'

const NAME = 'new-password'

/** A password that is being chosen. `email`: of the account; null where it is not known. */
export function useNewPassword(email: string | null) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()

  /** Shows the error at the field, which gets the focus. */
  function refuse(words: string) {
    flushSync(() => setWrong(words))
    document.querySelector<HTMLInputElement>(`input[name="${NAME}"]`)?.focus()
  }

  function change(text: string) {
    setTyped(text)
    setWrong(undefined)
  }

  /** Whether it may be sent; if not, the field says why. */
  function check(): boolean {
    const fault = faultOf(typed, email)
    if (fault !== null) refuse(fault)
    return fault === null
  }

  return { typed, wrong, change, refuse, check }
}

function faultOf(password: string, email: string | null): string | null {
  const typed = v.safeParse(newPassword, password)
  if (!typed.success) return typed.issues[0].message
  const fault = email === null ? null : findPasswordFault(password, { email })
  return fault && PASSWORD_FAULTS[fault]
}

interface NewPasswordFieldProps {
  label: string
  /** Shown after the rules for a password. */
  hint?: string
  password: ReturnType<typeof useNewPassword>
}

export default function NewPasswordField({ label, hint = '', password }: NewPasswordFieldProps) {
  return (
    <Field
      label={label}
      name={NAME}
      type="password"
      autoComplete="new-password"
      minLength={PASSWORD_LENGTH.least}
      maxLength={PASSWORD_LENGTH.most}
      hint={`At least ${PASSWORD_LENGTH.least} characters, and not one of the most common passwords.${hint}`}
      error={password.wrong}
      required
      value={password.typed}
      onChange={({ target }) => password.change(target.value)}
    />
  )
}
