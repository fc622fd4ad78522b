/** As the `ref` of a part that replaces another: moves the focus to its first field, or to the part itself. */
export function focusFirst(part: HTMLElement | null): void {
  const field = part?.querySelector<HTMLElement>('input')
  if (field) field.focus()
  else part?.focus()
}
