import {
  useCallback,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SubmitEvent,
} from 'react'
import AsServed from '#web/as-served.tsx'
import LoadedOnDemand from '#web/ui/loaded-on-demand.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './search-overlay.module.css'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'

const MAX_QUERY_LENGTH = 100

/** The field of the search overlay, and the button that closes it. */
function SearchForm() {
  const words = useWords('frame')
  return (
    <>
      <input
        name="q"
        type="search"
        className={styles.input}
        aria-label={words.searchProducts}
        placeholder={words.searchPlaceholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_QUERY_LENGTH}
      />
      <button type="button" className={styles.close} aria-label={words.closeSearch}>
        <Icon path={icons.close} />
      </button>
    </>
  )
}

/** Spec 9: the field gets the focus after the overlay has started to appear. */
const FOCUS_DELAY_MS = 100
const loadSuggestions = () => import('./found-suggestions.tsx')

/** Preloads the code of the suggestions. A failure is handled when the field has the focus. */
export function fetchSuggestions(): void {
  loadSuggestions().catch(() => undefined)
}

/**
 * Until the field gets the focus the overlay itself has it, so that a screen reader announces its name: browsers focus
 * a dialog in which nothing else is focusable.
 */
export function openSearch(overlay: HTMLDialogElement | null): void {
  const inside = overlay?.firstElementChild
  inside?.toggleAttribute('inert', true)
  overlay?.showModal()
  inside?.toggleAttribute('inert', false)
  setTimeout(() => fieldOf(overlay)?.focus(), FOCUS_DELAY_MS)
}

function fieldOf(element: Element | null): HTMLInputElement | null {
  return element?.querySelector('input') ?? null
}

/**
 * The search overlay: suggestions while typing, all results on the shop page. Closing it clears the query. It opens,
 * closes and searches before the code of the suggestions is loaded, and without it.
 */
export default function SearchOverlay({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const words = useWords('frame')
  const [code, setCode] = useState<'unused' | 'wanted' | 'missing'>('unused')
  const giveUp = useCallback(() => setCode('missing'), [])

  /** Code that failed to load is requested again the next time. */
  function forget(): void {
    dialog.current?.querySelector('form')?.reset()
    setCode((now) => (now === 'missing' ? 'unused' : now))
  }

  function close(): void {
    dialog.current?.close()
  }

  /**
   * Escape closes the overlay instead of only clearing the field. No letter is lost when the shopper types immediately:
   * the field gets the focus before the key is handled.
   */
  function type(event: KeyboardEvent<HTMLDialogElement>): void {
    if (event.key === 'Escape') {
      event.preventDefault()
      close()
    } else if (event.target === event.currentTarget && event.key !== 'Tab')
      fieldOf(event.currentTarget)?.focus()
  }

  return (
    <dialog
      ref={dialog}
      className={styles.overlay}
      aria-label={words.search}
      onClose={forget}
      onKeyDown={type}
      closedby="any"
    >
      <div className={styles.inside}>
        <AsServed
          as="form"
          id="search"
          action="/shop"
          role="search"
          className={styles.form}
          onSubmit={submit}
          onFocus={() => code === 'unused' && setCode('wanted')}
          onClick={({ target }: MouseEvent) =>
            target instanceof Element && target.closest('button') && close()
          }
        >
          {import.meta.env.SSR && <SearchForm />}
        </AsServed>
        <LoadedOnDemand
          load={loadSuggestions}
          wanted={code === 'wanted'}
          onFailure={giveUp}
          own={{ dialog, onChoose: close }}
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

function submit(event: SubmitEvent<HTMLFormElement>): void {
  const field = fieldOf(event.currentTarget)
  if (field) field.value = field.value.trim()
  if (!field?.value) event.preventDefault()
}
