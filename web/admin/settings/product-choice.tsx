import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { MAX_QUERY_LENGTH } from '#domain/plain-text.ts'
import { MAX_CHOSEN_PRODUCTS } from '#domain/settings/home-sections.ts'
import { fetchProducts } from '#web/admin/products/product-requests.ts'
import { EVERYTHING } from '#web/views/catalog/staff-products-query.ts'
import Field, { describedBy } from '#web/ui/field.tsx'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import parts from './parts.module.css'
import styles from './product-choice.module.css'

const DEBOUNCE_MS = 250
const MAX_CHOICES = 6

interface Found {
  query: string
  /** Null: they could not be loaded. */
  products: { id: string; name: string }[] | null
}

interface Props {
  label: string
  hint: string | undefined
  error: string | undefined
  ids: readonly string[]
  /** The names that are known, by id. */
  products: Readonly<Record<string, string>>
  /** How many can be chosen. */
  most?: number
  /** Their order means nothing. */
  isUnordered?: boolean
  onChange: (ids: string[]) => void
}

/** Chooses products by searching for them, and puts them in order. */
export default function ProductChoice(props: Props) {
  const { label, hint, error, ids, products, most = MAX_CHOSEN_PRODUCTS, isUnordered, onChange } = props
  const choiceId = useId()
  const [names, setNames] = useState(products)
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Found>({ query: '', products: [] })
  const list = useRef<HTMLFieldSetElement>(null)
  const turn = useRef(0)
  const wanted = query.trim()
  useEffect(() => {
    const mine = ++turn.current
    if (wanted === '') return
    const timer = setTimeout(() => {
      void fetchProducts({ ...EVERYTHING, q: wanted }).then((answer) => {
        if (turn.current !== mine) return
        setFound({ query: wanted, products: answer.kind === 'done' ? answer.value.products : null })
      })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  const isFull = ids.length >= most
  const offered =
    wanted === '' || found.query !== wanted
      ? []
      : (found.products ?? []).filter(({ id }) => !ids.includes(id)).slice(0, MAX_CHOICES)

  function add(id: string, name: string) {
    setNames((known) => ({ ...known, [id]: name }))
    flushSync(() => onChange([...ids, id]))
    list.current?.querySelector('input')?.focus()
  }

  function remove(id: string) {
    flushSync(() => onChange(ids.filter((one) => one !== id)))
    list.current?.querySelector('input')?.focus()
  }

  function moveUp(at: number) {
    onChange(ids.map((id, place) => ids[place === at - 1 ? at : place === at ? at - 1 : place] ?? id))
  }

  return (
    <fieldset
      ref={list}
      className={parts.group}
      {...(error && describedBy(choiceId, error, undefined))}
      tabIndex={-1}
    >
      <legend>{label}</legend>
      {hint && <p className={parts.hint}>{hint}</p>}
      {ids.length > 0 && (
        <ol className={`${parts.list} ${styles.chosen}`}>
          {ids.map((id, at) => (
            <li key={id}>
              <span className={styles.name}>{names[id] ?? 'A product that is no longer sold'}</span>
              {at > 0 && !isUnordered && (
                <button type="button" className={parts.action} onClick={() => moveUp(at)}>
                  Up<span className="visually-hidden">: {names[id] ?? id}</span>
                </button>
              )}
              <button
                type="button"
                className={`${parts.action} ${styles.remove}`}
                aria-label={`Remove ${names[id] ?? id}`}
                onClick={() => remove(id)}
              >
                <Icon path={icons.close} />
              </button>
            </li>
          ))}
        </ol>
      )}
      {isFull ? (
        <p className={parts.hint}>You can choose up to {most} products.</p>
      ) : (
        <Field
          label="Add a product"
          type="search"
          autoComplete="off"
          placeholder="Name or category"
          maxLength={MAX_QUERY_LENGTH}
          value={query}
          onChange={({ target }) => setQuery(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault() // the form is not finished yet
          }}
        />
      )}
      <p role="status" className={parts.hint}>
        {wanted !== '' && !isFull && searchWords(found, wanted, offered.length)}
      </p>
      {!isFull && offered.length > 0 && (
        <ul className={`${parts.list} ${styles.found}`}>
          {offered.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                className={`${parts.action} ${styles.find}`}
                onClick={() => add(id, name)}
              >
                <span className="visually-hidden">Add </span>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p id={`${choiceId}-error`} className={parts.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function searchWords({ query, products }: Found, wanted: string, offered: number): string {
  if (query !== wanted) return 'Searching...'
  if (products === null) return 'The products could not be loaded. Type again to retry.'
  return offered === 0 ? `No other product matches “${wanted}”.` : ''
}
