import { useState } from 'react'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import { useUnsavedWarning } from '#web/admin/tools/use-unsaved-warning.ts'
import { SETTING_MESSAGES, useSavedVersions, type VersionActions } from '#web/admin/document/use-document.ts'

/** The value of any setting. */
export type SettingValue = Record<string, unknown>

type Version = SettingVersion<SettingValue>

const MESSAGES = {
  ...SETTING_MESSAGES,
  saved: 'Settings saved',
  failed: 'Failed to save the settings. Please try again.',
} as const

const NONE: Readonly<Record<string, string>> = {}

/** A setting while it is edited: what is typed, what is wrong with it, and the result of saving. */
export function useSetting(name: string, first: Version, onSaved: () => void, actions = actionsOf(name)) {
  const [base, setBase] = useState(first)
  const [typed, setTyped] = useState(first.value)
  const [errors, setErrors] = useState(NONE)
  const [faults, setFaults] = useState(NONE)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [theirs, setTheirs] = useState<Version | null>(null)
  const versions = useSavedVersions(actions, MESSAGES, show)
  const isChanged = JSON.stringify(typed) !== JSON.stringify(base.value)

  useUnsavedWarning(() => isChanged)

  function show(version: Version) {
    setBase(version)
    setTyped(version.value)
    setErrors(NONE)
    setFaults(NONE)
    setRefusal(null)
    setTheirs(null)
    onSaved()
  }

  function refuse(answer: Extract<StaffAnswer<Version>, { kind: 'refused' }>) {
    if (answer.code === 'changed-meanwhile' && answer.current) {
      setRefusal(null)
      return setTheirs(answer.current)
    }
    // `value/products/0` is about `products`.
    const wrong = Object.entries(answer.fields).map(([path, message]) => [path.split('/')[1] ?? '', message])
    setErrors(Object.fromEntries(wrong.toReversed()))
    const places = Object.entries(answer.fields).map(([path, message]) => [
      path.replace(/^\/?value\//, ''),
      message,
    ])
    setFaults(Object.fromEntries(places))
    if (answer.code === 'signed-out') setRefusal(MESSAGES.signedOut)
    else if (wrong.length > 0) setRefusal(MESSAGES.wrong)
    else setRefusal(answer.title ?? MESSAGES.failed)
  }

  async function save(): Promise<void> {
    setErrors(NONE)
    setFaults(NONE)
    setRefusal(null)
    const refused = await versions.save(base.version, { value: typed })
    if (refused !== null) refuse(refused)
  }

  return {
    version: base.version,
    typed,
    errors,
    /** The errors by their place within the value: `table/3/from`. */
    faults,
    refusal,
    busy: versions.busy,
    isChanged,
    theirs,
    /** Changes a field, which loses its error; saving checks it again. */
    type(field: string, value: unknown) {
      setTyped((all) => ({ ...all, [field]: value }))
      setErrors((all) => keptErrors(all, (one) => one !== field))
      const after = { ...typed, [field]: value }
      setFaults((all) => keptErrors(all, (place) => textAt(typed, place) === textAt(after, place)))
    },
    save,
    /** Back to what is saved. */
    discard: () => {
      setTyped(base.value)
      setErrors(NONE)
      setFaults(NONE)
      setRefusal(null)
    },
    restore: (to: number) => versions.restore(base.version, to),
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

function actionsOf(name: string): VersionActions<Version, Pick<Version, 'value'>> {
  const params = { name }
  return {
    save: (body) => call('PUT /api/staff/settings/:name', { params, body }),
    undo: (body) => call('POST /api/staff/settings/:name/undo', { params, body }),
  }
}

function keptErrors(errors: Readonly<Record<string, string>>, isKept: (place: string) => boolean) {
  return Object.fromEntries(Object.entries(errors).filter(([place]) => isKept(place)))
}

/** The part of a value at a place such as `table/3/from`, as text to compare. */
function textAt(value: SettingValue, place: string): string | undefined {
  const part = place
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], value)
  return JSON.stringify(part)
}
