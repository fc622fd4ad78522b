import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { SEARCH_WORD_LIMITS } from '#domain/catalog/search/search-words.ts'
import DocumentConflict from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import { faultAt } from '#web/admin/document/use-document.ts'
import Button from '#web/ui/button.tsx'
import styles from './search-words-page.module.css'
import { useSearchWords, type InitialWords } from './use-search-words.ts'
import WordGroup from './word-group.tsx'

/** All groups of words that mean the same, saved together. */
export default function WordGroups({ words: first }: { words: InitialWords }) {
  const addButton = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const words = useSearchWords(first)
  const { draft: groups, faults, busy, conflict } = words
  const isFull = groups.length >= SEARCH_WORD_LIMITS.groups

  function add() {
    flushSync(words.add)
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }

  function remove(id: number) {
    flushSync(() => words.remove(id))
    addButton.current?.focus()
  }

  return (
    <DocumentForm
      document={words}
      title="Words with the same meaning"
      legend="Groups of words"
      conflict={
        conflict && (
          <DocumentConflict document={words} says="Someone else changed the search words.">
            <ul>
              {conflict.theirs.groups.map((group) => (
                <li key={group[0]}>{group.join(', ')}</li>
              ))}
              {conflict.theirs.groups.length === 0 && <li>No groups</li>}
            </ul>
          </DocumentConflict>
        )
      }
      buttons={
        <Button ref={addButton} tone="plain" disabled={busy || isFull} onClick={add}>
          Add a group
        </Button>
      }
    >
      {groups.length === 0 ? (
        <p className={styles.none}>No groups yet.</p>
      ) : (
        <ul ref={list} className={styles.groups}>
          {groups.map((group, at) => (
            <WordGroup
              key={group.id}
              group={group}
              place={at + 1}
              error={faultAt(faults, `groups/${at}`)}
              onType={words.type}
              onCount={words.count}
              onRemove={remove}
            />
          ))}
        </ul>
      )}
      {isFull && <p className={styles.none}>You can have up to {SEARCH_WORD_LIMITS.groups} groups.</p>}
    </DocumentForm>
  )
}
