import { useState } from 'react'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import type { SecondFactorView } from '#web/views/staff/second-factor-view.ts'
import { wrongFields, type WrongFields } from './wrong-fields.ts'

const NOTHING: WrongFields = {}

/** The second factors of the member on this page, and the requests that change them. */
export function useSecondFactor(first: SecondFactorView, onOthersEnded: () => void) {
  const [state, setState] = useState(first)
  /** New recovery codes, until the member has kept them. */
  const [codes, setCodes] = useState<string[] | null>(null)

  /** Applies the response of the shop. The codes are gone with the last second factor. */
  function take(changed: Partial<SecondFactorView>, newCodes: string[] | null = null) {
    const next = { ...state, ...changed, ...(newCodes && { codesLeft: newCodes.length }) }
    const hasAny = next.hasApp || next.passkeys.length > 0
    setState(hasAny ? next : { ...next, codesLeft: 0 })
    if (newCodes) setCodes(newCodes)
    if (!hasAny) setCodes(null)
    // What the role requires has its own screen.
    if (!hasAny && state.isRequired) window.location.assign('/admin/set-up')
  }

  return { state, codes, take, onOthersEnded, keptCodes: () => setCodes(null) }
}

/** The second factors of the member on this page. */
export type SecondFactor = ReturnType<typeof useSecondFactor>

/**
 * The requests of a form, one at a time, and why the last one was refused: `wrong` at its fields, or else `refusal`.
 * `part`: the `ref` of what holds the form, for the focus on the first wrong field.
 */
export function useRequest<Part extends HTMLElement = HTMLElement>() {
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [wrong, setWrong] = useState(NOTHING)
  const part = useFocusOnWrong<Part>(wrong)

  function begin() {
    setRefusal(null)
    setWrong(NOTHING)
  }

  /** Undefined: it was refused. */
  async function post<Body extends object, T>(
    send: (body: Body) => Promise<StaffAnswer<T>>,
    body: Body,
  ): Promise<T | undefined> {
    begin()
    setProcessing(true)
    const answer = await send(body)
    setProcessing(false)
    if (answer.kind === 'done') return answer.value
    if (answer.code === 'signed-out') window.location.replace('/admin')
    const atFields = wrongFields(answer, body)
    if (atFields) setWrong(atFields)
    else setRefusal(answer.title ?? 'That did not work. Please try again.')
    return undefined
  }

  return { processing, refusal, wrong, part, begin, setRefusal, setProcessing, post }
}
