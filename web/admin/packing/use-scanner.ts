import { useEffect, useEffectEvent, useRef } from 'react'

/** A shorter text before Enter was typed. */
const MIN_CODE_LENGTH = 4
/** A scanner types faster: keys typed longer ago do not belong to the code. */
const MAX_KEY_GAP_MS = 500

/**
 * Reads codes that a scanner types, followed by Enter, wherever the focus is. In a field the field takes them. On a
 * button they must not press it.
 */
export function useScanner(onCode: (code: string) => void): void {
  const typed = useRef({ text: '', at: 0 })
  const read = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (isTextField(target) || event.ctrlKey || event.metaKey || event.altKey) return
    const { text, at } = typed.current
    const before = event.timeStamp - at > MAX_KEY_GAP_MS ? '' : text
    if (key === 'Enter' || key === 'Tab') {
      typed.current = { text: '', at: 0 }
      if (before.length < MIN_CODE_LENGTH) return
      event.preventDefault()
      onCode(before)
    } else if (key.length === 1) {
      if (key === ' ' && before === '') return // presses a button
      if (key === ' ') event.preventDefault()
      typed.current = { text: before + key, at: event.timeStamp }
    }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => read(event)
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
