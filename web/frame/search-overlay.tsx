import { useCallback, useRef, useState, type KeyboardEvent, type RefObject, type SubmitEvent } from 'react'
import Icon from '#web/ui/icon.tsx'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import * as words from '#words/frame.ts'
import styles from './search-overlay.module.css'

/** Spec 9: the field gets the focus after the overlay has started to appear. */
const FOCUS_DELAY_MS = 100
const MAX_QUERY_LENGTH = 100
const loadSuggestions = () => import('./found-suggestions.tsx')

/**
 * Until the field gets the focus the overlay itself has it, so that a screen reader announces its name: browsers focus
 * a dialog in which nothing else is focusable.
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

/** The search overlay: suggestions while typing, all results on the shop page. Closing it clears the query. */
export default function SearchOverlay({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const [query, setQuery] = useState('')
  const [code, setCode] = useState<'unused' | 'wanted' | 'missing'>('unused')
  const giveUp = useCallback(() => setCode('missing'), [])
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)

  /** Code that failed to load is requested again the next time. */
  function forget(): void {
    setQuery('')
    setCode((now) => (now === 'missing' ? 'unused' : now))
  }

  function close(): void {
    dialog.current?.close()
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    if (query.trim() === '') event.preventDefault()
    else if (input.current) input.current.value = query.trim()
  }

  /**
   * Up and down move through the field and the suggestions. Escape closes the overlay instead of only clearing the
   * field.
   */
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

  /** No letter is lost when the shopper types at once: the field gets the focus before the key is handled. */
  function typeIntoField({ target, currentTarget, key }: KeyboardEvent<HTMLDialogElement>): void {
    if (target === currentTarget && key !== 'Escape' && key !== 'Tab') focusField(currentTarget)
  }

  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-label={words.search}
      onClose={forget}
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
            aria-label={words.searchProducts}
            placeholder={words.searchPlaceholder}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={MAX_QUERY_LENGTH}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
            onFocus={() => code === 'unused' && setCode('wanted')}
            onKeyDown={walk}
          />
          <button type="button" className={styles.close} aria-label={words.closeSearch} onClick={close}>
            <Icon name="close" />
          </button>
        </form>
        <LoadedOnDemand
          load={loadSuggestions}
          wanted={code === 'wanted'}
          onFailure={giveUp}
          own={{ list, query: query.trim(), onChoose: close, onKeyDown: walk }}
        />
        {code === 'missing' && (
          <p className="visually-hidden" role="status">
            {words.suggestionsFailed}
          </p>
        )}
      </div>
    </dialog>
  )
}
