type Change = () => void

/** From here on React keeps what the shopper does until it can handle it: the inline script keeps no more taps. */
export function endEarlyTaps(): void {
  document.documentElement.dataset['running'] = ''
}

/**
 * Does again what the shopper did before a page of the shop was alive: it learns what was typed and chosen (by the
 * browser too, which fills in forms after a return), and then of the tap that `early-taps.ts` has kept. Called while
 * the page is still as it was hydrated. Microtasks, so that nothing the shopper does next comes in between, and that
 * React has rendered the choice when the button is clicked.
 */
export function repeatEarlyUse(): void {
  if (!document.getElementById('code')) return // a staff page
  const changes = [...fieldChanges(), ...listChanges()]
  const tapped = document.querySelector<HTMLButtonElement>('#page button[aria-busy]')
  queueMicrotask(() => {
    for (const change of changes) change()
    queueMicrotask(() => {
      tapped?.removeAttribute('aria-busy')
      tapped?.click()
    })
  })
}

/** React takes over the state in which it finds a field without telling, so each is set back and changed again. */
function fieldChanges(): Change[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#page input, #page textarea',
  )
  return Array.from(fields).flatMap((field) => {
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

/** React overrides the property of the field itself; that of its class is how the browser sets what is typed. */
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
