import { useState } from 'react'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { SETTING_MESSAGES, useSavedVersions, type VersionActions } from '#web/admin/document/use-document.ts'
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
const ACTIONS: VersionActions<Version, { value: ReturnType<typeof valueOf> }> = {
  save: (body) => call('PUT /api/staff/shipping', { body }),
  undo: (body) => call('POST /api/staff/shipping/undo', { body }),
}

/** The shipping setting while it is edited, and the result of saving. */
export function useShipping(first: Version, onSaved: () => void) {
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState<ShippingDraft>(() => draftOf(first.value))
  const [errors, setErrors] = useState(NONE)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** What another owner saved, and what was sent after that. */
  const [conflict, setConflict] = useState<{ theirs: Version; mine: ShippingTariff } | null>(null)
  const theirs = conflict?.theirs ?? null
  const versions = useSavedVersions(ACTIONS, MESSAGES, show)
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

  /** An error is about what was sent: those of changed values go. */
  function edit(next: ShippingDraft): void {
    setDraft(next)
    setRefusal(null)
    const isSame = (path: string) => valueAt(valueOf(draft), path) === valueAt(valueOf(next), path)
    setErrors(Object.fromEntries(Object.entries(errors).filter(([path]) => isSame(path))))
  }

  async function save(): Promise<void> {
    setErrors(NONE)
    setRefusal(null)
    const value = valueOf(draft)
    const refused = await versions.save(base.version, { value })
    if (refused !== null) refuse(refused, value as unknown as ShippingTariff) // the shop has read it when it answers with theirs
  }

  return {
    version: base.version,
    draft,
    errors,
    refusal,
    busy: versions.busy,
    isChanged,
    conflict,
    edit,
    save,
    restore: (to: number) => versions.restore(base.version, to),
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

/** What is at a path, such as `zones/0/name`, as text. */
function valueAt(value: unknown, path: string): string {
  const found = path
    .split('/')
    .reduce<unknown>(
      (at, key) => (at instanceof Object ? (at as Record<string, unknown>)[key] : undefined),
      value,
    )
  return JSON.stringify(found) ?? ''
}

/** The errors of an answer, without the `value/` before their paths. */
export function errorsOf(fields: Readonly<Record<string, string>>): ShippingErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^\/?value\//, ''), message]),
  )
}
