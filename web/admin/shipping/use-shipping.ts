import { useState } from 'react'
import type { ShippingTariff } from '#domain/checkout/shipping/shipping-tariff.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { askStaff, type StaffAnswer } from '#web/admin/ask-staff.ts'
import { restoreVersion, SETTING_MESSAGES } from '#web/admin/settings/restore-version.ts'
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

/** The shipping setting while it is edited, and the result of saving. `seen`: an older version to start from. */
export function useShipping(first: Version, seen: Version | null, onSaved: () => void) {
  const [base, setBase] = useState(first)
  const [draft, setDraft] = useState<ShippingDraft>(() => draftOf((seen ?? first).value))
  const [errors, setErrors] = useState(NONE)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Version | null>(null)
  const [busy, setBusy] = useState(false)
  const isChanged = JSON.stringify(valueOf(draft)) !== JSON.stringify(valueOf(draftOf(base.value)))

  useUnsavedWarning(() => isChanged)

  function show(version: Version) {
    setBase(version)
    setDraft(draftOf(version.value))
    setErrors(NONE)
    setRefusal(null)
    setTheirs(null)
    onSaved()
  }

  function refuse(answer: Extract<StaffAnswer<Version>, { kind: 'refused' }>) {
    if (answer.code === 'changed-meanwhile' && answer.current) return setTheirs(answer.current)
    const wrong = errorsOf(answer.fields)
    setErrors(wrong)
    if (answer.code === 'signed-out') setRefusal(MESSAGES.signedOut)
    else setRefusal(Object.keys(wrong).length > 0 ? MESSAGES.wrong : (answer.title ?? MESSAGES.failed))
  }

  async function save(): Promise<void> {
    setErrors(NONE)
    setRefusal(null)
    setBusy(true)
    const answer = await askStaff<Version>('PUT', ADDRESS, { version: base.version, value: valueOf(draft) })
    setBusy(false)
    if (answer.kind === 'refused') return refuse(answer)
    show(answer.value)
    showToast('success', MESSAGES.saved)
  }

  async function goBack(to: number): Promise<void> {
    setBusy(true)
    const restored = await restoreVersion<ShippingTariff>(
      ADDRESS,
      { version: base.version, to },
      MESSAGES.failed,
    )
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
    theirs,
    edit: setDraft,
    save,
    goBack,
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

/** The errors of an answer, without the `value/` before their paths. */
export function errorsOf(fields: Readonly<Record<string, string>>): ShippingErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^\/?value\//, ''), message]),
  )
}
