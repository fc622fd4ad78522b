import type { SettingVersion } from '#domain/settings/setting.ts'
import { askStaff } from '#web/admin/ask-staff.ts'
import { showToast } from '#web/ui/toast.tsx'

/** What every form of a setting says. */
export const SETTING_MESSAGES = {
  undone: 'Earlier version restored',
  wrong: 'Some fields need another look. Nothing was saved.',
  changed: 'Another owner has changed this since. Reload the page to see the current version.',
  signedOut: 'You are signed out. Sign in in another tab, then save again: nothing you typed is lost.',
} as const

/**
 * Saves version `to` of the setting at an address once more. `version`: the current one, as it is shown. Null when that
 * was refused, which a message says; `failed` are the words for it where the answer has none.
 */
export async function restoreVersion<Value>(
  address: string,
  { version, to }: { version: number; to: number },
  failed: string,
): Promise<SettingVersion<Value> | null> {
  const answer = await askStaff<SettingVersion<Value>>('POST', `${address}/undo`, { version, to })
  if (answer.kind === 'done') return answer.value
  const isOld = answer.code === 'changed-meanwhile'
  showToast('error', isOld ? SETTING_MESSAGES.changed : (answer.title ?? failed), 5_000)
  return null
}
