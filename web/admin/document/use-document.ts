import { useState } from 'react'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import { showToast } from '#web/ui/toast.tsx'

/** What is wrong, by its place within what is sent: `zones/0/name`. */
export type Faults = Readonly<Record<string, string>>

/** Something that is saved in versions, while it is edited: how it is typed, sent and saved. */
export interface DocumentKind<Version, Draft, Sent> {
  /** A version as it is typed. `shown`: what was typed until now. */
  draftOf(version: Version, shown?: Draft): Draft
  sentOf(draft: Draft): Sent
  /** What tells drafts apart, where that is more than what is sent. */
  textOf?(draft: Draft): string
  /** What is wrong with a draft before it is sent. */
  check?(draft: Draft): Faults
  /** `version`: the one that was changed. */
  save(sent: Sent, version: number): Promise<StaffAnswer<Version>>
  /** Saves version `to` again. Without history, Undo saves what was there before. */
  undo?(body: { version: number; to: number }): Promise<StaffAnswer<Version>>
  messages: {
    saved: string
    undone?: string
    /** Some fields are wrong. */
    wrong?: string
    /** Undo came after another change. */
    changed: string
    /** Used when the response has no message. */
    failed: string
  }
}

/** What a screen knows of a document, whatever is edited. */
export type EditedDocument = Pick<
  ReturnType<typeof useDocument<{ version: number }, unknown, unknown>>,
  | 'version'
  | 'isChanged'
  | 'busy'
  | 'refusal'
  | 'wrong'
  | 'save'
  | 'discard'
  | 'restore'
  | 'keepMine'
  | 'takeTheirs'
>

const UNDONE = 'Earlier version restored'
const WRONG = 'Some fields need to be corrected. Nothing was saved.'
const SIGNED_OUT = 'You are signed out. Sign in from another tab, then save again: nothing you typed is lost.'
const NONE: Faults = {}

/**
 * Edits something that has versions: what is typed, what is wrong with it, and the result of saving. Nobody's version
 * is lost: where another one came first, both are shown. `onSaved`: another version is the newest.
 */
export function useDocument<Version extends { version: number }, Draft, Sent>(
  kind: DocumentKind<Version, Draft, Sent>,
  first: Version,
  onSaved: () => void = () => undefined,
) {
  const { messages, textOf = (draft) => JSON.stringify(kind.sentOf(draft)) } = kind
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState(() => kind.draftOf(first))
  /** What was sent last, and what was wrong with it. */
  const [sent, setSent] = useState<{ value: unknown; wrong: Faults }>({ value: null, wrong: NONE })
  const [refusal, setRefusal] = useState<string | null>(null)
  const [conflict, setConflict] = useState<{ theirs: Version; mine: Sent } | null>(null)
  const [busy, setBusy] = useState(false)
  const isChanged = textOf(draft) !== textOf(kind.draftOf(base))

  useUnsavedWarning(() => isChanged)

  function forget() {
    setSent({ value: null, wrong: NONE })
    setRefusal(null)
  }

  function show(version: Version) {
    setBase(version)
    setDraft((shown) => kind.draftOf(version, shown))
    setConflict(null)
    forget()
    onSaved()
  }

  function refuse(answer: Extract<StaffAnswer<Version>, { kind: 'refused' }>, mine: Sent) {
    if (answer.code === 'changed-meanwhile' && answer.current) {
      return setConflict({ theirs: answer.current, mine })
    }
    const places = Object.entries(answer.fields).map(([path, message]) => [
      path.replace(/^value\//, ''),
      message,
    ])
    setSent({ value: mine, wrong: Object.fromEntries(places) })
    if (answer.code === 'signed-out') setRefusal(SIGNED_OUT)
    else if (places.length > 0) setRefusal(messages.wrong ?? WRONG)
    else setRefusal(answer.title ?? messages.failed)
  }

  async function save(): Promise<void> {
    const mine = kind.sentOf(draft)
    const wrong = kind.check?.(draft) ?? NONE
    setSent({ value: mine, wrong })
    const isWrong = Object.keys(wrong).length > 0
    setRefusal(isWrong ? (messages.wrong ?? WRONG) : null)
    if (isWrong) return
    setBusy(true)
    const answer = await kind.save(mine, base.version)
    setBusy(false)
    if (answer.kind === 'refused') return refuse(answer, mine)
    show(answer.value)
    const { version } = answer.value
    if (version === base.version) showToast('success', messages.saved)
    else offerUndo(messages.saved, () => putBack(version, base))
  }

  /** Saves an older version again. `version`: the current one, as shown. */
  async function putBack(version: number, to: Version): Promise<void> {
    setBusy(true)
    const answer = await (kind.undo?.({ version, to: to.version }) ??
      kind.save(kind.sentOf(kind.draftOf(to)), version))
    setBusy(false)
    if (answer.kind === 'refused') {
      const isOld = answer.code === 'changed-meanwhile'
      return void showToast('error', isOld ? messages.changed : (answer.title ?? messages.failed), 5_000)
    }
    show(answer.value)
    showToast('success', messages.undone ?? UNDONE)
  }

  const now = kind.sentOf(draft)
  return {
    version: base.version,
    draft,
    /** What was wrong when it was sent; set anew by each save. */
    wrong: sent.wrong,
    /** What is still wrong: a place that reads differently by now is checked again by saving. */
    faults: Object.fromEntries(
      Object.entries(sent.wrong).filter(([place]) => textAt(sent.value, place) === textAt(now, place)),
    ) as Faults,
    refusal,
    busy,
    isChanged,
    /** What another one saved, and what was sent after that. */
    conflict,
    edit: setDraft,
    save,
    restore: (to: number) => putBack(base.version, { version: to } as Version), // a history has `undo`,
    /** Back to what is saved. */
    discard: () => {
      setDraft(kind.draftOf(base))
      forget()
    },
    /** Saving replaces their version. */
    keepMine: () => {
      if (conflict) setBase(conflict.theirs)
      setConflict(null)
    },
    takeTheirs: () => {
      if (conflict) show(conflict.theirs)
    },
  }
}

/** The part of a value at a place such as `table/3/from`, as text to compare. */
function textAt(value: unknown, place: string): string | undefined {
  const part = place
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value)
  return JSON.stringify(part)
}

/** What is wrong at a place, or within it. */
export function faultAt(faults: Faults, place: string): string | undefined {
  return Object.entries(faults).find(([at]) => at === place || at.startsWith(`${place}/`))?.[1]
}
