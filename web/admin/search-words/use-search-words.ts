import { parseWordGroup, wrongWordGroups, type SearchWords } from '#domain/catalog/search/search-words.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { useDocument } from '#web/admin/document/use-document.ts'

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
} as const

let lastId = 0
const typedGroup = (text: string, found: number | null): TypedGroup => ({ id: ++lastId, text, found })
const lineOf = (group: readonly string[]) => group.join(', ')
const sentOf = (groups: readonly TypedGroup[]) => ({ groups: groups.map(({ text }) => parseWordGroup(text)) })

/** The groups as they are typed. What each finds is known for those that are shown, or came with the page. */
function typedGroups(
  { groups, found = [] }: SearchWords & Partial<InitialWords>,
  shown: readonly TypedGroup[] = [],
) {
  const known = new Map(shown.map(({ text, found: count }) => [lineOf(parseWordGroup(text)), count]))
  return groups.map((group, at) => typedGroup(lineOf(group), found[at] ?? known.get(lineOf(group)) ?? null))
}

/** The groups while they are edited. */
export function useSearchWords(first: InitialWords) {
  const document = useDocument<SearchWords, TypedGroup[], Pick<SearchWords, 'groups'>>(
    {
      draftOf: typedGroups,
      sentOf,
      check: (groups) =>
        Object.fromEntries(
          [...wrongWordGroups(sentOf(groups).groups)].map(([at, sentence]) => [`groups/${at}`, sentence]),
        ),
      save: (words, version) => call('PUT /api/staff/search-words', { body: { ...words, version } }),
      messages: MESSAGES,
    },
    first,
  )
  const change = (id: number, changed: Partial<TypedGroup>) =>
    document.edit((all) => all.map((group) => (group.id === id ? { ...group, ...changed } : group)))
  return {
    ...document,
    add: () => document.edit((all) => [...all, typedGroup('', null)]),
    remove: (id: number) => document.edit((all) => all.filter((group) => group.id !== id)),
    type: (id: number, text: string) => change(id, { text, found: null }),
    count: (id: number, count: number) => change(id, { found: count }),
  }
}
