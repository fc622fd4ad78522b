import { useEffect, useRef } from 'react'

/** As the `ref` of a part that replaces another: moves the focus to its first field, or to the part itself. */
export function focusFirst(part: HTMLElement | null): void {
  const field = part?.querySelector<HTMLElement>('input')
  if (field) field.focus()
  else part?.focus()
}

/** What is wrong, by field: messages, or only the fields. */
type Errors = Readonly<Record<string, string>> | ReadonlyMap<unknown, string> | ReadonlySet<string>

/** The `ref` of a form that shows what is wrong: whenever `errors` changes, the first wrong field gets the focus. */
export function useFocusOnWrong<Part extends HTMLElement = HTMLFormElement>(errors: Errors) {
  const form = useRef<Part>(null)
  useEffect(() => {
    if (countOf(errors) === 0) return
    // The fields are marked by now, and enabled again: a disabled one takes no focus.
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return form
}

function countOf(errors: Errors): number {
  return errors instanceof Map || errors instanceof Set ? errors.size : Object.keys(errors).length
}
