import type { SettingVersion } from '#domain/settings/setting.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { useDocument, type DocumentKind } from '#web/admin/document/use-document.ts'

/** The value of any setting. */
export type SettingValue = Record<string, unknown>

/** How owners save a setting, and an older version of it. */
export type SettingActions<Value> = Pick<DocumentKind<SettingVersion<Value>, Value, Value>, 'save' | 'undo'>

export const SETTING_MESSAGES = {
  saved: 'Settings saved',
  changed: 'Another owner has changed this since. Reload the page to see the current version.',
  failed: 'Failed to save the settings. Please try again.',
} as const

/** A setting while it is edited. */
export function useSetting<Value extends object>(
  first: SettingVersion<Value>,
  onSaved: () => void,
  actions: SettingActions<Value>,
) {
  const document = useDocument<SettingVersion<Value>, Value, Value>(
    { draftOf: ({ value }) => value, sentOf: (value) => value, ...actions, messages: SETTING_MESSAGES },
    first,
    onSaved,
  )
  return {
    ...document,
    /** Changes a field. */
    type: (field: keyof Value & string, value: unknown) =>
      document.edit((draft) => ({ ...draft, [field]: value })),
  }
}

/** The actions of the settings that share one address. */
export function actionsOf<Value extends object>(name: string): SettingActions<Value> {
  const params = { name }
  const actions: SettingActions<SettingValue> = {
    save: (value, version) => call('PUT /api/staff/settings/:name', { params, body: { value, version } }),
    undo: (body) => call('POST /api/staff/settings/:name/undo', { params, body }),
  }
  return actions as unknown as SettingActions<Value>
}
