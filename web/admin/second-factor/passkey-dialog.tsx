import { useId, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { MAX_PASSKEY_NAME_LENGTH } from '#domain/staff/passkey-forms.ts'
import styles from '#web/admin/account/account-page.module.css'
import { call } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import modal from '#web/admin/modal.module.css'
import Modal from '#web/admin/modal.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { PasskeyView } from '#web/views/staff/passkey-view.ts'
import PasswordFields from './password-fields.tsx'
import { useRequest, type SecondFactor } from './use-second-factor.ts'

/** What is about to be done with a passkey. */
export interface PasskeyTask {
  kind: 'rename' | 'remove'
  passkey: PasskeyView
}

interface Props {
  task: PasskeyTask
  /** The member has no other second factor. */
  isLast: boolean
  factor: SecondFactor
  onClose: () => void
}

/** Renames a passkey, or removes it when the member has confirmed that with the password. */
export default function PasskeyDialog({ task: { kind, passkey }, isLast, factor, onClose }: Props) {
  const id = useId()
  const [name, setName] = useState(passkey.name)
  const [password, setPassword] = useState('')
  const { processing, refusal, wrong, part, post } = useRequest<HTMLFormElement>()
  const isRemoving = kind === 'remove'

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (processing) return
    const params = { id: passkey.id }
    const done = isRemoving
      ? await post((body) => call('POST /api/staff/passkeys/:id/remove', { params, body }), { password })
      : await post((body) => call('POST /api/staff/passkeys/:id/rename', { params, body }), { name })
    if (!done) return
    // The dialog closes first, so that toast and focus belong to the page.
    flushSync(() => {
      onClose()
      if (isRemoving) factor.onOthersEnded()
      factor.take(done)
    })
    document.getElementById('passkeys')?.focus()
    showToast('success', isRemoving ? `${passkey.name} is removed.` : 'Passkey renamed.')
  }

  return (
    <Modal
      role={isRemoving ? 'alertdialog' : 'dialog'}
      labelledBy={`${id}-title`}
      {...(isRemoving && { describedBy: `${id}-detail` })}
      className={modal.small}
      onDismiss={() => !processing && onClose()}
    >
      <form ref={part} method="post" onSubmit={(event) => void submit(event)}>
        <h2 id={`${id}-title`}>{isRemoving ? `Remove ${passkey.name}?` : 'Rename passkey'}</h2>
        {isRemoving && (
          <p id={`${id}-detail`}>
            It no longer signs you in, and your other sessions end. Delete it on the device too.
            {isLast && ' It is your only second factor: your recovery codes go with it.'}
          </p>
        )}
        <div className={form.stack}>
          {isRemoving ? (
            <PasswordFields
              password={password}
              onPassword={setPassword}
              wrong={wrong['password']}
              refusal={refusal}
              processing={processing}
              submit="Remove"
              tone="red"
              onCancel={onClose}
            />
          ) : (
            <>
              <Field
                label="Name"
                name="passkey-name"
                autoComplete="off"
                maxLength={MAX_PASSKEY_NAME_LENGTH}
                error={wrong['name']}
                required
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <RefusalBlock message={refusal} />
              <div className={styles.choices}>
                <Button type="submit" disabled={processing}>
                  {processing ? 'Processing...' : 'Save name'}
                </Button>
                <Button tone="plain" disabled={processing} onClick={onClose}>
                  Cancel
                </Button>
              </div>
            </>
          )}
        </div>
      </form>
    </Modal>
  )
}
