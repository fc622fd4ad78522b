import { useRef, useState, type KeyboardEvent, type RefObject, type SubmitEvent } from 'react'
import Icon from '#web/ui/icon.tsx'
import styles from './search-overlay.module.css'
import Suggestions from './suggestions.tsx'
import { useSuggestions } from './use-suggestions.ts'

/** Spec 9: the overlay has begun to appear before the field takes the focus. */
const FOCUS_DELAY_MS = 100
const LONGEST_QUERY = 100

/**
 * Until the field takes the focus the overlay itself has it, and a screen reader says its name: browsers give it to a
 * dialog in which nothing can be focused.
 */
export function openSearch(overlay: HTMLDialogElement | null): void {
  const inside = overlay?.firstElementChild
  inside?.toggleAttribute('inert', true)
  overlay?.showModal()
  inside?.toggleAttribute('inert', false)
  setTimeout(() => focusField(overlay), FOCUS_DELAY_MS)
}

function focusField(overlay: HTMLDialogElement | null): void {
  overlay?.querySelector('input')?.focus()
}

/** Search over the page: suggestions while typing, every result on the shop page. Closing forgets what was typed. */
export default function SearchOverlay({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const suggestions = useSuggestions(query.trim())

  function close(): void {
    dialog.current?.close()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    if (query.trim() === '') event.preventDefault()
    else if (input.current) input.current.value = query.trim()
  }

  /** Up and down walk through the field and the suggestions. Escape closes, and not only empties the field. */
  function walk(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    const stops = [input.current, ...(list.current?.querySelectorAll('a') ?? [])]
    const next = stops.indexOf(document.activeElement as HTMLAnchorElement) + step
    stops[(next + stops.length) % stops.length]?.focus()
    event.preventDefault()
  }

  /** Whoever types at once loses no letter: the field takes the focus before the key does its work. */
  function typeIntoField({ target, currentTarget, key }: KeyboardEvent<HTMLDialogElement>): void {
    if (target === currentTarget && key !== 'Escape' && key !== 'Tab') focusField(currentTarget)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-label="Search"
      onClose={() => setQuery('')}
      onKeyDown={typeIntoField}
      closedby="any"
    >
      <div className={styles.inside}>
        <form action="/shop" role="search" className={styles.form} onSubmit={submit}>
          <input
            ref={input}
            name="q"
            type="search"
            className={styles.input}
            aria-label="Search products"
            placeholder="Search products..."
            autoComplete="off"
            enterKeyHint="search"
            maxLength={LONGEST_QUERY}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onKeyDown={walk}
          />
          <button type="button" className={styles.close} aria-label="Close search" onClick={close}>
            <Icon name="close" />
          </button>
        </form>
        <Suggestions list={list} suggestions={suggestions} onChoose={close} onKeyDown={walk} />
      </div>
    </dialog>
  )
}
