import { useEffect, useEffectEvent, useId, useState, type KeyboardEvent } from 'react'
import type { Permission } from '#domain/staff/permissions.ts'
import Modal from '#web/admin/modal.tsx'
import { matchingChoices, screenChoices, type Choice } from './palette-choices.ts'
import styles from './staff-tools.module.css'
import { useFoundChoices } from './use-found-choices.ts'

interface CommandPaletteProps {
  permissions: readonly Permission[]
  onClose: () => void
  onHelp: () => void
}

/** Goes to any screen of the staff area, to an order or to a product: a combobox in a dialog. */
export default function CommandPalette({ permissions, onClose, onHelp }: CommandPaletteProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const { found, loading } = useFoundChoices(typed, permissions)
  const choices = [...matchingChoices(screenChoices(permissions), typed), ...found]
  const chosen = choices[Math.min(at, choices.length - 1)]
  const arrived = useEffectEvent(() => {
    if (found[0]) go(found[0])
  })
  useEffect(() => {
    if (isEntered && !loading) arrived()
  }, [isEntered, loading])

  function go({ href }: Choice) {
    if (href === null) return onHelp()
    onClose()
    window.location.assign(href)
  }

  function pressed(event: KeyboardEvent) {
    const last = choices.length - 1
    const now = Math.min(at, last)
    const next = {
      ArrowDown: now === last ? 0 : now + 1,
      ArrowUp: now <= 0 ? last : now - 1,
      PageDown: last,
      PageUp: 0,
    }[event.key]
    if (event.key === 'Enter' && chosen) go(chosen)
    else if (event.key === 'Enter') setEntered(loading) // a scanner is faster than the list
    else if (next === undefined) return
    else {
      setAt(Math.max(0, next))
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    event.preventDefault()
  }

  return (
    <Modal labelledBy={`${id}-title`} className={styles.palette} onDismiss={onClose}>
      <h2 id={`${id}-title`} className="visually-hidden">
        Go to a screen, an order or a product
      </h2>
      <input
        type="text"
        role="combobox"
        className={styles.input}
        aria-label="Screen, order or product"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-choices`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${id}-${choices.indexOf(chosen)}`}
        placeholder="Screen, order number, product or barcode"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog begins somewhere
        autoFocus
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
          setEntered(false)
        }}
        onKeyDown={pressed}
      />
      <div
        id={`${id}-choices`}
        role="listbox"
        aria-label="Screens, orders and products"
        className={styles.choices}
      >
        {choices.map((choice, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard stays in the field
          <div
            key={choice.label + choice.href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice === chosen}
            className={styles.choice}
            onPointerMove={() => setAt(index)}
            onClick={() => go(choice)}
          >
            {choice.label}
            <span className={styles.hint}>{choice.hint}</span>
          </div>
        ))}
      </div>
      <p role="status" className={choices.length === 0 ? styles.none : 'visually-hidden'}>
        {loading && choices.length === 0 ? 'Searching...' : countWords(choices.length)}
      </p>
    </Modal>
  )
}

function countWords(count: number): string {
  if (count === 0) return 'No screen, order or product matches.'
  return count === 1 ? '1 result' : `${count} results`
}
