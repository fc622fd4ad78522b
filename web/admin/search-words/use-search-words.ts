import { useState } from 'react'
import { parseWordGroup, wrongWordGroups, type SearchWords } from '#domain/catalog/search/search-words.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import { showToast } from '#web/ui/toast.tsx'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'

/** The stored groups, and how many products each finds. */
export interface InitialWords extends SearchWords {
  found: number[]
}

/** A group as it is typed. `id` stays the same when the words change. */
export interface TypedGroup {
  id: number
  text: string
  /** How many products on sale it finds; null while that is not known. */
  found: number | null
}

const MESSAGES = {
  saved: 'Search words saved',
  undone: 'Search words restored',
  failed: 'Failed to save the search words. Please try again.',
  wrong: 'Some groups cannot be saved. Nothing was changed.',
  changed: 'Someone else has changed the search words since. Reload the page to see the current ones.',
  signedOut: 'You are signed out. Sign in from another tab, then save again: nothing you typed is lost.',
} as const

const NONE: ReadonlyMap<number, string> = new Map()

let lastId = 0
const typedGroup = (text: string, found: number | null): TypedGroup => ({ id: ++lastId, text, found })
const lineOf = (group: readonly string[]) => group.join(', ')
const typedGroups = ({ groups }: SearchWords, found: readonly number[] = []) =>
  groups.map((group, at) => typedGroup(lineOf(group), found[at] ?? null))
const isSame = (some: string[][], others: string[][]) => JSON.stringify(some) === JSON.stringify(others)

/** The groups while they are edited: what is typed, what is wrong with it, and the result of saving. */
export function useSearchWords({ found, ...first }: InitialWords) {
  const [base, setBase] = useState<SearchWords>(first)
  const [groups, setGroups] = useState(() => typedGroups(first, found))
  const [errors, setErrors] = useState(NONE)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<SearchWords | null>(null)
  const [saving, setSaving] = useState(false)
  const typed = groups.map(({ text }) => parseWordGroup(text))
  const isChanged = !isSame(typed, base.groups)

  useUnsavedWarning(() => isChanged)

  function show(words: SearchWords) {
    setBase(words)
    setGroups((shown) => {
      const known = new Map(shown.map(({ text, found: count }) => [lineOf(parseWordGroup(text)), count]))
      return words.groups.map((group) => typedGroup(lineOf(group), known.get(lineOf(group)) ?? null))
    })
    setErrors(NONE)
    setTheirs(null)
  }

  async function save(): Promise<void> {
    const wrong = wrongWordGroups(typed)
    if (wrong.size > 0) return refuse(wrong)
    setErrors(NONE)
    setRefusal(null)
    setSaving(true)
    const before = base.groups
    const answer = await call('PUT /api/staff/search-words', {
      body: { version: base.version, groups: typed },
    })
    setSaving(false)
    if (answer.kind === 'done') {
      show(answer.value)
      return void offerUndo(MESSAGES.saved, () => putBack(answer.value.version, before))
    }
    if (answer.code === 'changed-meanwhile' && answer.current) return setTheirs(answer.current)
    if (answer.code === 'signed-out') return setRefusal(MESSAGES.signedOut)
    // `groups/3` is the fourth. Another path is about all groups together.
    const places = Object.entries(answer.fields).flatMap(([path, sentence]) => {
      const at = /^groups\/(\d+)/.exec(path)?.[1]
      return at === undefined ? [] : [[Number(at), sentence] as const]
    })
    if (places.length > 0) return refuse(new Map(places))
    setRefusal(Object.values(answer.fields)[0] ?? answer.title ?? MESSAGES.failed)
  }

  /** Says at each wrong group, by its place, what is wrong with it. */
  function refuse(wrong: ReadonlyMap<number, string>): void {
    setErrors(new Map([...wrong].map(([at, sentence]) => [groups[at]?.id ?? 0, sentence])))
    setRefusal(MESSAGES.wrong)
  }

  async function putBack(version: number, before: string[][]) {
    const answer = await call('PUT /api/staff/search-words', { body: { version, groups: before } })
    if (answer.kind === 'refused') {
      const reason = answer.code === 'changed-meanwhile' ? MESSAGES.changed : MESSAGES.failed
      return void showToast('error', reason, 5_000)
    }
    show(answer.value)
    showToast('success', MESSAGES.undone)
  }

  const change = (id: number, changed: Partial<TypedGroup>) =>
    setGroups((all) => all.map((group) => (group.id === id ? { ...group, ...changed } : group)))

  return {
    groups,
    errors,
    refusal,
    saving,
    isChanged,
    theirs,
    add: () => setGroups((all) => [...all, typedGroup('', null)]),
    remove: (id: number) => setGroups((all) => all.filter((group) => group.id !== id)),
    type: (id: number, text: string) => change(id, { text, found: null }),
    count: (id: number, count: number) => change(id, { found: count }),
    save,
    /** Saving replaces their version. */
    keepMine: () => {
      if (theirs) setBase(theirs)
      setTheirs(null)
    },
    takeTheirs: () => {
      if (theirs) show(theirs)
    },
  }
}
