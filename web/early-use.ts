type Change = () => void

/** From here on React keeps what the shopper does until it can handle it: the inline script keeps no more taps. */
export function endEarlyTaps(): void {
  document.documentElement.dataset['running'] = ''
}

/**
 * Repeats what the shopper did before hydration: first what was typed and chosen (or filled in by the browser, which
 * does that on the way back), then the tap that `early-taps.ts` has kept. Called right after hydration, before any
 * other render. It works in microtasks: nothing that the shopper does next comes between, and React has rendered the
 * choice when the button is clicked.
 */
export function repeatEarlyUse(): void {
  const changes = [...fieldChanges(), ...listChanges()]
  const kept = document.querySelector<HTMLElement>('#page :is(a,button,form)[aria-busy=true]')
  queueMicrotask(() => {
    for (const change of changes) change()
    queueMicrotask(() => {
      kept?.removeAttribute('aria-busy')
      if (kept instanceof HTMLFormElement) kept.requestSubmit()
      else kept?.click()
    })
  })
}

/** React adopts the present state of a field without a change event, so each field is reset and changed again. */
function fieldChanges(): Change[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#page input, #page textarea',
  )
  return Array.from(fields).flatMap((field) => {
    if (field instanceof HTMLInputElement && field.type === 'file') return upload(field)
    if (field instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(field.type)) return choice(field)
    const { value, defaultValue } = field
    return value === defaultValue ? [] : () => retype(field, value)
  })
}

function choice(box: HTMLInputElement): Change[] {
  const { checked, defaultChecked, type } = box
  if (checked === defaultChecked || (type === 'radio' && !checked)) return []
  return [
    () => {
      box.checked = !checked
      box.click()
    },
  ]
}

/** React does not track the value of a file field: an event is enough. */
function upload(field: HTMLInputElement): Change[] {
  return field.files?.length ? [() => field.dispatchEvent(new Event('change', { bubbles: true }))] : []
}

/** React overrides the property of the field itself; the setter of its class sets the value as typing does. */
function retype(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const typed = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  const { selectionStart, selectionEnd, defaultValue } = field
  field.value = defaultValue
  typed?.set?.call(field, value)
  // Types such as `email` have no caret to put back.
  if (field === document.activeElement && selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function listChanges(): Change[] {
  return Array.from(document.querySelectorAll('#page select')).flatMap((list) => {
    if (!(list instanceof HTMLSelectElement)) return []
    const { value, options } = list
    const first = Array.from(options).find(({ defaultSelected }) => defaultSelected)
    if (!first || first.value === value) return []
    return () => {
      list.value = value
      list.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
}
