import { useState } from 'react'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import { showToast } from '#web/ui/toast.tsx'

/** The messages of every settings form. */
export const SETTING_MESSAGES = {
  undone: 'Earlier version restored',
  wrong: 'Some fields need to be corrected. Nothing was saved.',
  changed: 'Another owner has changed this since. Reload the page to see the current version.',
  signedOut: 'You are signed out. Sign in from another tab, then save again: nothing you typed is lost.',
} as const

interface Messages {
  saved: string
  undone: string
  /** Another change came first. */
  changed: string
  /** Used when the response has no message. */
  failed: string
}

type Refused<Version> = Extract<StaffAnswer<Version>, { kind: 'refused' }>

/** The actions that save a new version, and an older one again. */
export interface VersionActions<Version, Edited extends object> {
  save(body: Edited & { version: number }): Promise<StaffAnswer<Version>>
  undo(body: { version: number; to: number }): Promise<StaffAnswer<Version>>
}

/** Saves what is edited as a new version, which can be undone. `show` takes over the version that the shop returns. */
export function useSavedVersions<Version extends { version: number }, Edited extends object>(
  actions: VersionActions<Version, Edited>,
  messages: Messages,
  show: (version: Version) => void,
) {
  const [busy, setBusy] = useState(false)

  /** Null when it was saved; otherwise why not. `before`: the version that it was made of. */
  async function save(before: number, edited: Edited): Promise<Refused<Version> | null> {
    setBusy(true)
    const answer = await actions.save({ ...edited, version: before })
    setBusy(false)
    if (answer.kind === 'refused') return answer
    show(answer.value)
    const { version } = answer.value
    if (version === before) showToast('success', messages.saved)
    else offerUndo(messages.saved, () => restore(version, before))
    return null
  }

  /** Saves version `to` again. `version`: the current one, as shown. */
  async function restore(version: number, to: number): Promise<void> {
    setBusy(true)
    const answer = await actions.undo({ version, to })
    setBusy(false)
    if (answer.kind === 'refused') {
      const isOld = answer.code === 'changed-meanwhile'
      return void showToast('error', isOld ? messages.changed : (answer.title ?? messages.failed), 5_000)
    }
    show(answer.value)
    showToast('success', messages.undone)
  }

  return { busy, save, restore }
}
