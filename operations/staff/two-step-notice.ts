import type { AuditAction } from '#domain/audit/audit.ts'
import { twoStep as words } from '#words/en/mails/staff.ts'

/** What a mail says about a change of a member's second factors. */
type TwoStepNotice = (typeof words)['on']

const NOTICES: Partial<Record<AuditAction, TwoStepNotice>> = {
  'two-step-on': words.on,
  'two-step-off': words.off,
  'second-factor-reset': words.reset,
  'recovery-codes-made': words.codes,
  'recovery-code-used': words.codeUsed,
  'key-made': words.keyMade,
  'passkey-added': words.passkeyAdded,
  'passkey-removed': words.passkeyRemoved,
}

/** The words about a change of a member's second factors; null for any other event. */
export function twoStepNotice(action: AuditAction): TwoStepNotice | null {
  return NOTICES[action] ?? null
}
