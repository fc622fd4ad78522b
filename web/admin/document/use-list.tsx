import { useState, type ReactNode } from 'react'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import { showToast } from '#web/ui/toast.tsx'
import DocumentHistory, { OldVersion, type VersionsProps } from './document-history.tsx'
import { saveOne, type ListKind, type ListVersion } from './save-one.ts'
import { useDocument, type DocumentKind } from './use-document.ts'

const FAILED = 'This could not be saved. Please try again.'

const changedWords = (name: string) =>
  `Someone else has changed the ${name} since. Here they are as they are now.`

/** The screen of a list: each change of one thing can be undone. `readAgain`: shows the list as it is now. */
export function useList<Name extends string, One extends { id: string }>(
  kind: ListKind<Name, One>,
  saved: ListVersion<Name, One>,
  readAgain: () => void,
) {
  const [busy, setBusy] = useState(false)

  function showRefusal({ code, title }: Extract<StaffAnswer<unknown>, { kind: 'refused' }>) {
    const words = code === 'changed-meanwhile' ? changedWords(kind.name) : (title ?? FAILED)
    showToast('error', words, 6_000)
  }

  /** Saves one thing, or its removal (null), and tells it. Whether it was saved. */
  async function change(id: string, one: One | null, said: string): Promise<boolean> {
    setBusy(true)
    const answer = await saveOne(kind, saved, { id, one })
    setBusy(false)
    readAgain()
    if (answer.kind === 'refused') {
      showRefusal(answer)
      return false
    }
    const { version } = answer.value
    offerUndo(said, () => putBack({ version, to: version - 1 }))
    return true
  }

  async function putBack(body: { version: number; to: number }) {
    const answer = await kind.undo(body)
    readAgain()
    if (answer.kind === 'done') showToast('success', 'As it was before')
    else showRefusal(answer)
  }

  return { busy, change }
}

interface ListHistoryProps<Name extends string, One extends { id: string }> {
  kind: ListKind<Name, One>
  page: VersionsProps<Record<Name, readonly One[]>>
  onRestored: () => void
  children?: ReactNode
}

/** The history of a list, or an older version of it with what it was. */
export function ListHistory<Name extends string, One extends { id: string }>({
  kind: { name, address, undo },
  page,
  onRestored,
  children,
}: ListHistoryProps<Name, One>) {
  type Value = Record<Name, readonly One[]>
  const kind: DocumentKind<ListVersion<Name, One>, Value, Value> = {
    draftOf: ({ value }) => value,
    sentOf: (value) => value,
    save: () => Promise.reject(new Error(`The ${name} are edited one by one`)),
    undo,
    messages: { saved: '', changed: changedWords(name), failed: FAILED },
  }
  const document = useDocument(kind, page.saved, onRestored)
  return page.old && children ? (
    <OldVersion address={address} document={document} version={page.old.version}>
      {children}
    </OldVersion>
  ) : (
    <DocumentHistory address={address} page={page} document={document} />
  )
}

/** Edits one thing of a list, also one that is new, which has no saved one to be typed from. */
export function useOne<Name extends string, One extends { id: string }, Draft, Sent extends object>(
  kind: ListKind<Name, One>,
  { id, saved }: { id: string; saved: ListVersion<Name, One> },
  {
    draftOf,
    ...typed
  }: Pick<DocumentKind<unknown, Draft, Sent>, 'sentOf' | 'check'> & { draftOf(own: One | undefined): Draft },
  onSaved: () => void,
) {
  const [known] = useState(() => new Map([[saved.version, saved]]))
  const findOne = ({ value }: typeof saved) => value[kind.name].find((one) => one.id === id)
  const title = kind.title.toLowerCase()

  function learn(answer: StaffAnswer<typeof saved>) {
    const version = answer.kind === 'done' ? answer.value : answer.current
    if (version) known.set(version.version, version)
    return answer
  }

  const document = useDocument<typeof saved, Draft, Sent>(
    {
      ...typed,
      draftOf: (version) => draftOf(findOne(version)),
      save: async (one, version) => learn(await saveOne(kind, known.get(version) ?? saved, { id, one })),
      undo: async (body) => learn(await kind.undo(body)),
      messages: {
        saved: `${kind.title} saved`,
        changed: `Someone else has changed the ${kind.name} since. Reload the page to see them as they are now.`,
        failed: `Failed to save the ${title}. Please try again.`,
      },
    },
    saved,
    () => {
      history.replaceState(history.state, '', `${kind.address}/${id}`)
      onSaved()
    },
  )
  const put = (changes: Partial<Draft>) => document.edit({ ...document.draft, ...changes })
  const theirs = document.conflict && findOne(document.conflict.theirs)
  return { document, put, theirs }
}
