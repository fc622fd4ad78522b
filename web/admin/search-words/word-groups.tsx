import { useRef, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { SEARCH_WORD_LIMITS } from '#domain/catalog/search/search-words.ts'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import Button from '#web/ui/button.tsx'
import styles from './search-words-page.module.css'
import { useSearchWords, type InitialWords } from './use-search-words.ts'
import WordGroup from './word-group.tsx'

/** All groups of words that mean the same, saved together. */
export default function WordGroups({ words: first }: { words: InitialWords }) {
  const addButton = useRef<HTMLButtonElement>(null)
  const words = useSearchWords(first)
  const { groups, errors, saving, theirs } = words
  const form = useFocusOnWrong(errors)
  const isFull = groups.length >= SEARCH_WORD_LIMITS.groups

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving) return
    await words.save()
  }

  function add() {
    flushSync(words.add)
    form.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }

  function remove(id: number) {
    flushSync(() => words.remove(id))
    addButton.current?.focus()
  }

  return (
    <section className={styles.section} aria-labelledby="groups">
      <div className={styles.head}>
        <h2 id="groups">Words with the same meaning</h2>
        {words.isChanged && <p className={styles.unsaved}>Not saved yet</p>}
      </div>
      {theirs && (
        <div role="alert" className={styles.conflict}>
          <p>
            <strong>Someone else changed the search words.</strong> Yours are not saved yet. Theirs are:
          </p>
          <ul>
            {theirs.groups.map((group) => (
              <li key={group[0]}>{group.join(', ')}</li>
            ))}
            {theirs.groups.length === 0 && <li>No groups</li>}
          </ul>
          <div className={styles.buttons}>
            <Button tone="plain" onClick={words.takeTheirs}>
              Take theirs
            </Button>
            <Button onClick={words.keepMine}>Keep mine</Button>
          </div>
        </div>
      )}
      <form ref={form} noValidate aria-busy={saving} onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.fields} disabled={saving}>
          <legend className="visually-hidden">Groups of words</legend>
          {groups.length === 0 && <p className={styles.none}>No groups yet.</p>}
          {groups.length > 0 && (
            <ul className={styles.groups}>
              {groups.map((group, at) => (
                <WordGroup
                  key={group.id}
                  group={group}
                  place={at + 1}
                  error={errors.get(group.id)}
                  onType={words.type}
                  onCount={words.count}
                  onRemove={remove}
                />
              ))}
            </ul>
          )}
        </fieldset>
        <RefusalBlock message={words.refusal} />
        <div className={styles.buttons}>
          <Button ref={addButton} tone="plain" disabled={saving || isFull} onClick={add}>
            Add a group
          </Button>
          <Button type="submit" disabled={saving || !words.isChanged}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
        </div>
        {isFull && <p className={styles.none}>You can have up to {SEARCH_WORD_LIMITS.groups} groups.</p>}
      </form>
    </section>
  )
}
