import { useState } from 'react'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { askStaff, type StaffAnswer } from '#web/admin/ask-staff.ts'
import { restoreVersion, SETTING_MESSAGES } from '#web/admin/settings/restore-version.ts'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import { showToast } from '#web/ui/toast.tsx'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'
import { draftOf, valueOf, type ShippingDraft } from './shipping-draft.ts'

type Version = SettingVersion<ShippingTariff>

const MESSAGES = {
  ...SETTING_MESSAGES,
  saved: 'Shipping settings saved',
  failed: 'Failed to save the shipping settings. Please try again.',
} as const

/** The errors of fields, by their path within the setting: `zones/0/methods/1/name`. */
export type ShippingErrors = Readonly<Record<string, string>>

const NONE: ShippingErrors = {}
const ADDRESS = '/api/staff/shipping'

/** The shipping setting while it is edited, and the result of saving. */
export function useShipping(first: Version, onSaved: () => void) {
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState<ShippingDraft>(() => draftOf(first.value))
  const [errors, setErrors] = useState(NONE)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** What another owner saved, and what was sent after that. */
  const [conflict, setConflict] = useState<{ theirs: Version; mine: ShippingTariff } | null>(null)
  const theirs = conflict?.theirs ?? null
  const [busy, setBusy] = useState(false)
  const isChanged = JSON.stringify(valueOf(draft)) !== JSON.stringify(valueOf(draftOf(base.value)))

  useUnsavedWarning(() => isChanged)

  function show(version: Version) {
    setBase(version)
    setDraft(draftOf(version.value))
    setErrors(NONE)
    setRefusal(null)
    setConflict(null)
    onSaved()
  }

  function refuse(answer: Extract<StaffAnswer<Version>, { kind: 'refused' }>, mine: ShippingTariff) {
    if (answer.code === 'changed-meanwhile' && answer.current) {
      return setConflict({ theirs: answer.current, mine })
    }
    const wrong = errorsOf(answer.fields)
    setErrors(wrong)
    if (answer.code === 'signed-out') setRefusal(MESSAGES.signedOut)
    else setRefusal(Object.keys(wrong).length > 0 ? MESSAGES.wrong : (answer.title ?? MESSAGES.failed))
  }

  async function save(): Promise<void> {
    setErrors(NONE)
    setRefusal(null)
    setBusy(true)
    const [before, value] = [base.version, valueOf(draft)]
    const answer = await askStaff<Version>('PUT', ADDRESS, { version: before, value })
    setBusy(false)
    if (answer.kind === 'refused') return refuse(answer, value as ShippingTariff) // the shop has read it when it answers with theirs
    show(answer.value)
    if (answer.value.version === before) showToast('success', MESSAGES.saved)
    else offerUndo(MESSAGES.saved, () => restore(answer.value.version, before))
  }

  /** Saves an older version once more. */
  async function restore(version: number, to: number): Promise<void> {
    setBusy(true)
    const restored = await restoreVersion<ShippingTariff>(ADDRESS, { version, to }, MESSAGES.failed)
    setBusy(false)
    if (restored === null) return
    show(restored)
    showToast('success', MESSAGES.undone)
  }

  return {
    version: base.version,
    draft,
    errors,
    refusal,
    busy,
    isChanged,
    conflict,
    edit: setDraft,
    save,
    restore: (to: number) => restore(base.version, to),
    /** Back to what is saved. */
    discard: () => {
      setDraft(draftOf(base.value))
      setErrors(NONE)
      setRefusal(null)
    },
    /** Saving replaces their version. */
    keepMine: () => {
      if (theirs) setBase(theirs)
      setConflict(null)
    },
    takeTheirs: () => {
      if (theirs) show(theirs)
    },
  }
}

/** The errors of an answer, without the `value/` before their paths. */
export function errorsOf(fields: Readonly<Record<string, string>>): ShippingErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^\/?value\//, ''), message]),
  )
}
