import { useEffect, useEffectEvent, useRef } from 'react'
import { orderNumberAtEnd } from '#domain/orders/order.ts'

/** A shorter text before Enter was typed. */
const MIN_CODE_LENGTH = 4
/** A scanner types faster: keys typed longer ago do not belong to the code. */
const MAX_KEY_GAP_MS = 500

type TextField = HTMLInputElement | HTMLTextAreaElement

/** What was scanned, in every way in which it can be read. `field`: what it was typed into, which no longer has it. */
export interface Scan {
  readings: string[]
  field: { name: string; typed: string; putBack(): void } | null
}

const NOTHING = { text: '', physical: '', at: 0, before: '' }

/**
 * Reads codes that a scanner types, followed by Enter, wherever the focus is: outside dialogs, Enter in a field is a
 * scan too, and the field has what it had before. On a button a scan must not press it.
 */
export function useScanner(onScan: (scan: Scan) => void): void {
  const burst = useRef(NOTHING)
  const read = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, timeStamp } = event
    const field = isTextField(target) ? target : null
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || field?.closest('dialog'))
      return
    const isNew = timeStamp - burst.current.at > MAX_KEY_GAP_MS
    const now = isNew ? { ...NOTHING, before: field?.value ?? '' } : burst.current
    if (key === 'Enter' || (key === 'Tab' && field === null)) {
      burst.current = NOTHING
      const codes = [...new Set([now.text, now.physical])].filter((code) => code.length >= MIN_CODE_LENGTH)
      if (field ? field.value.trim() === '' : codes.length === 0) return
      event.preventDefault()
      onScan(field ? takenOut(field, codes, now) : { readings: codes, field: null })
      return
    }
    const physical = usKey(event)
    if (key.length !== 1 && physical === '') return
    if (key === ' ' && field === null && now.text === '') return // presses a button
    if (key === ' ' && field === null) event.preventDefault()
    burst.current = {
      ...now,
      text: now.text + (key.length === 1 ? key : ''),
      physical: now.physical + physical,
      at: timeStamp,
    }
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => read(event)
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}

function takenOut(field: TextField, codes: string[], { text, before }: typeof NOTHING): Scan {
  const typed = field.value
  write(field, text === '' ? '' : before)
  const atEnd = orderNumberAtEnd(typed)
  return {
    readings: [...new Set([...codes, ...(atEnd === null ? [] : [atEnd]), typed.trim()])],
    field: { name: field.name, typed, putBack: () => write(field, typed) },
  }
}

/** As if a person had typed it, so that the component of the field takes it. */
function write(field: TextField, text: string): void {
  field.setRangeText(text, 0, field.value.length, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const US_SIGNS: Readonly<Record<string, string>> = {
  Minus: '-_',
  Equal: '=+',
  Period: '.>',
  Comma: ',<',
  Slash: '/?',
  Space: '  ',
}

/**
 * The sign of a key on the keyboard that scanners are set to when they are made, whatever the computer takes it for: a
 * German one reads the hyphen of an order number as ß. Empty: another key.
 */
function usKey({ code, shiftKey }: KeyboardEvent): string {
  const [, letter, digit] = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/.exec(code) ?? []
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return digit ?? US_SIGNS[code]?.[Number(shiftKey)] ?? ''
}

function isTextField(target: EventTarget | null): target is TextField {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|file|button|submit)$/.test(target.type))
  )
}
