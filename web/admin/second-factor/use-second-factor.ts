import { useState } from 'react'
import { postAsStaff } from '#web/admin/ask-staff.ts'
import type { SecondFactorView } from '#web/views/staff/second-factor-view.ts'

/** The second factors of the member on this page, and the requests that change them. */
export function useSecondFactor(first: SecondFactorView, onOthersEnded: () => void) {
  const [state, setState] = useState(first)
  /** New recovery codes, until the member has kept them. */
  const [codes, setCodes] = useState<string[] | null>(null)

  /** Takes what the shop answered. The codes are gone with the last second factor. */
  function take(changed: Partial<SecondFactorView>, newCodes: string[] | null = null) {
    const next = { ...state, ...changed, ...(newCodes && { codesLeft: newCodes.length }) }
    const hasAny = next.hasApp || next.passkeys.length > 0
    setState(hasAny ? next : { ...next, codesLeft: 0 })
    if (newCodes) setCodes(newCodes)
    if (!hasAny) setCodes(null)
    // What the role requires is set up on a screen of its own.
    if (!hasAny && state.isRequired) window.location.assign('/admin/set-up')
  }

  return { state, codes, take, onOthersEnded, keptCodes: () => setCodes(null) }
}

/** The second factors of the member on this page. */
export type SecondFactor = ReturnType<typeof useSecondFactor>

/** A request while it is on its way, and why it was refused. */
export function useRequest() {
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  /** Undefined: it was refused. */
  async function post<T>(path: string, body: object): Promise<T | undefined> {
    setProcessing(true)
    setRefusal(null)
    const answer = await postAsStaff<T>(path, body)
    setProcessing(false)
    if (answer.kind === 'done') return answer.value
    if (answer.code === 'signed-out') window.location.replace('/admin')
    const [wrongField] = Object.values(answer.fields)
    setRefusal(wrongField ?? answer.title ?? 'That did not work. Please try again.')
    return undefined
  }

  return { processing, refusal, setRefusal, setProcessing, post }
}
