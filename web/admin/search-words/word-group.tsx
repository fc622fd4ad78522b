import { useEffect, useEffectEvent } from 'react'
import { parseWordGroup } from '#domain/catalog/search/search-words.ts'
import { call } from '#web/admin/call-staff-api.ts'
import Field from '#web/ui/field.tsx'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import styles from './search-words-page.module.css'
import type { TypedGroup } from './use-search-words.ts'

/** What is typed is counted after this pause. */
const DEBOUNCE_MS = 250

interface Props {
  group: TypedGroup
  place: number
  error: string | undefined
  onType: (id: number, text: string) => void
  onCount: (id: number, found: number) => void
  onRemove: (id: number) => void
}

/** One group of words in a line, and how many products it finds. */
export default function WordGroup({ group, place, error, onType, onCount, onRemove }: Props) {
  const { id, text, found } = group
  const words = parseWordGroup(text).join(', ')
  const count = useEffectEvent((answered: number) => onCount(id, answered))
  useEffect(() => {
    if (found !== null || words === '') return
    let isOver = false
    const timer = setTimeout(async () => {
      const answer = await call('GET /api/staff/search-words/found', { query: { words } })
      if (!isOver && answer.kind === 'done') count(answer.value.found)
    }, DEBOUNCE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [found, words])

  return (
    <li className={styles.group}>
      <Field
        label={`Group ${place}`}
        error={error}
        placeholder="hoodie, hooded sweatshirt, pullover"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={500}
        value={text}
        onChange={({ target }) => onType(id, target.value)}
      />
      <p role="status" className={styles.found}>
        {words !== '' && found !== null && (
          <>
            <span className="visually-hidden">Group {place}: </span>
            {foundWords(found)}
          </>
        )}
      </p>
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove group ${place}${words === '' ? '' : `: ${words}`}`}
        onClick={() => onRemove(id)}
      >
        <Icon path={icons.close} />
      </button>
    </li>
  )
}

function foundWords(found: number): string {
  if (found === 0) return 'Finds nothing: no product has any of these words.'
  return found === 1 ? 'Finds 1 product' : `Finds ${found} products`
}
