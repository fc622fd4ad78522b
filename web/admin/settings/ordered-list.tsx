import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import parts from './parts.module.css'
import styles from './ordered-list.module.css'

interface Props<One> {
  /** For screen readers: `Parts of the page`. */
  label: string
  list: readonly One[]
  nameOf: (one: One, at: number) => string
  onChange: (list: One[]) => void
  children: (one: One, at: number, onChange: (one: One) => void) => ReactNode
}

/** Things in an order, which buttons and dragging change. */
export default function OrderedList<One>({ label, list, nameOf, onChange, children }: Props<One>) {
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<number | null>(null)
  const [keys, permute] = useKeys(list.length)

  function move(at: number, to: number) {
    const moved = <Any,>(all: readonly Any[]) => all.toSpliced(at, 1).toSpliced(to, 0, all[at] as Any)
    const one = list[at] as One
    flushSync(() => {
      permute(moved)
      onChange(moved(list))
    })
    setSaid(`${nameOf(one, at)} is now ${to + 1} of ${list.length}.`)
  }

  function remove(at: number, own: HTMLElement | null) {
    flushSync(() => {
      permute((all) => all.toSpliced(at, 1))
      onChange(list.toSpliced(at, 1))
    })
    const next = (own?.children[at] ?? own?.lastElementChild ?? own) as HTMLElement | null
    next?.focus()
  }

  return (
    <>
      <ol aria-label={label} tabIndex={-1} className={`${parts.list} ${styles.list}`}>
        {list.map((one, at) => {
          const name = nameOf(one, at)
          const actions = [
            { words: 'Up', act: at > 0 && (() => move(at, at - 1)) },
            { words: 'Down', act: at < list.length - 1 && (() => move(at, at + 1)) },
            { words: 'Remove', act: (button: HTMLElement) => remove(at, button.closest('ol')) },
          ]
          return (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same
            <li
              key={keys[at]}
              tabIndex={-1}
              className={styles.one}
              data-dragged={dragged === at || undefined}
              onDragOver={(event) => {
                if (dragged === null) return
                event.preventDefault()
                event.stopPropagation()
                if (dragged === at) return
                move(dragged, at)
                setDragged(at)
              }}
            >
              <div className={styles.head}>
                <span
                  className={styles.grip}
                  aria-hidden="true"
                  draggable
                  onDragStart={({ currentTarget, dataTransfer }) => {
                    dataTransfer.setData('text/plain', name)
                    dataTransfer.setDragImage(currentTarget.closest('li') ?? currentTarget, 0, 0)
                    setDragged(at)
                  }}
                  onDragEnd={() => setDragged(null)}
                >
                  ⠿
                </span>
                <strong className={styles.name}>{name}</strong>
                <span className={styles.moves}>
                  {actions.map(({ words, act }) => (
                    <button
                      key={words}
                      type="button"
                      className={parts.action}
                      aria-label={`${words}: ${name}`}
                      aria-disabled={!act}
                      onClick={({ currentTarget }) => {
                        if (act) act(currentTarget)
                        if (currentTarget.isConnected) currentTarget.focus() // it may have moved with its part
                      }}
                    >
                      {words}
                    </button>
                  ))}
                </span>
              </div>
              {children(one, at, (changed) => onChange(list.with(at, changed)))}
            </li>
          )
        })}
      </ol>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}

/** A key for each place of a list, which moves with what is there. */
function useKeys(length: number) {
  const [{ keys, next }, setKeys] = useState(() => ({
    keys: Array.from({ length }, (_, at) => at),
    next: length,
  }))
  if (keys.length !== length) {
    const more = Array.from({ length: Math.max(0, length - keys.length) }, (_, at) => next + at)
    setKeys({ keys: [...keys.slice(0, length), ...more], next: next + more.length })
  }
  const permute = (change: (keys: readonly number[]) => number[]) =>
    setKeys((known) => ({ ...known, keys: change(known.keys) }))
  return [keys, permute] as const
}
