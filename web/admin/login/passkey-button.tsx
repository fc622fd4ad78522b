import { useEffect, useEffectEvent, useState } from 'react'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { canOffer, rememberPasskeyUse, takePasskey } from '#web/admin/second-factor/browser-passkeys.ts'
import Button from '#web/ui/button.tsx'
import { signInMessage } from './messages.ts'

interface Props {
  tone?: 'ink' | 'plain'
  /** Where a passkey was used in this browser before, its email field suggests it too. */
  isOffered?: boolean
}

/** Signs in with a passkey. */
export default function PasskeyButton({ tone = 'plain', isOffered = false }: Props) {
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  /** Signs in, or shows why not. An autofill suggestion that was not accepted shows nothing. */
  async function signIn(isSuggested: boolean): Promise<void> {
    const asked = await call('POST /api/staff/passkey-sign-in/begin')
    if (asked.kind === 'refused') return isSuggested ? undefined : refuse(signInMessage(asked))
    const taken = await takePasskey(asked.value.options, { isOffered: isSuggested })
    if (taken.kind === 'failed') return isSuggested ? undefined : refuse(taken.words)
    setProcessing(true)
    const answer = await call('POST /api/staff/passkey-sign-in', {
      body: { response: taken.response as SentBody<'POST /api/staff/passkey-sign-in'>['response'] },
    })
    if (answer.kind === 'refused') return refuse(signInMessage(answer))
    rememberPasskeyUse()
    window.location.replace('/admin')
  }

  function refuse(words: string) {
    setRefusal(words || null)
    setProcessing(false)
  }

  function press() {
    setProcessing(true)
    setRefusal(null)
    void signIn(false)
  }

  const offer = useEffectEvent((can: boolean) => {
    if (can) void signIn(true)
  })
  useEffect(() => {
    if (isOffered) void canOffer().then(offer)
  }, [isOffered])

  return (
    <div className={form.stack}>
      <RefusalBlock message={refusal} />
      <Button tone={tone} disabled={processing} onClick={press}>
        {processing ? 'Processing...' : 'Sign in with a passkey'}
      </Button>
    </div>
  )
}
