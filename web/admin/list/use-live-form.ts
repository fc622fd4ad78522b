import { useEffect, useEffectEvent, useRef, type ChangeEvent, type SubmitEvent } from 'react'
import type { LivePage } from './use-live-page.ts'

/** What a form needs of its list. */
export type Narrowing = Pick<LivePage<object>, 'narrow' | 'loading' | 'failedAt'>

/**
 * The handlers of a form that narrows its list while staff type and choose. `shown`: the search text of the list that
 * came with the page; what was typed before the page was ready counts too.
 */
export function useLiveForm(
  { narrow }: Pick<Narrowing, 'narrow'>,
  shown: string,
  addressOf: (values: URLSearchParams) => string,
) {
  const form = useRef<HTMLFormElement>(null)
  const first = useRef(shown.trim())
  const follow = (isTyping: boolean) => {
    if (form.current) narrow(addressOf(valuesOf(form.current)), isTyping)
  }
  const catchUp = useEffectEvent(() => {
    if (form.current && (valuesOf(form.current).get('q') ?? '') !== first.current) follow(false)
  })
  useEffect(() => catchUp(), [])
  return {
    ref: form,
    onChange: ({ target }: ChangeEvent<HTMLFormElement>) => follow(isText(target)),
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      follow(false)
    },
  }
}

function isText(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.type === 'search'
}

function valuesOf(form: HTMLFormElement): URLSearchParams {
  const values = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value.trim()]] : [],
  )
  return new URLSearchParams(values)
}
