import { SECOND_FACTOR, type SecondFactorRequirement } from '#domain/settings/second-factor.ts'
import type { OpenSession } from '#providers/identity/staff-identity.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import {
  saveSetting,
  undoSetting,
  type SettingChange,
  type SettingEditor,
  type SettingOutcome,
} from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'

/** Who changes the requirement, with the session that this is done in. */
type Owner = SettingEditor & Pick<OpenSession, 'member' | 'hasSecondFactor'>

/** The result of a change. `not-here`: a service keeps the accounts; `own-first`: the owner needs one first. */
type RequirementOutcome =
  | SettingOutcome<SecondFactorRequirement>
  | { kind: 'not-here' }
  | { kind: 'own-first' }

/** Whether the member still has to set up a second factor, before anything else. */
export async function needsSecondFactor(
  shop: Pick<Shop, 'identity' | 'savedSettings' | 'settings'>,
  { member, hasSecondFactor }: Pick<OpenSession, 'member' | 'hasSecondFactor'>,
): Promise<boolean> {
  return !hasSecondFactor && (await isSecondFactorRequired(shop, member))
}

/** Whether the role of a member requires a second factor that the shop keeps. */
export async function isSecondFactorRequired(
  shop: Pick<Shop, 'identity' | 'savedSettings' | 'settings'>,
  { role }: OpenSession['member'],
): Promise<boolean> {
  if (shop.identity.accountsAt !== null) return false
  return (await currentSetting(shop, SECOND_FACTOR))[role]
}

/** Changes who needs a second factor. */
export async function requireSecondFactor(
  shop: Shop,
  change: SettingChange,
  owner: Owner,
): Promise<RequirementOutcome> {
  if (shop.identity.accountsAt !== null) return { kind: 'not-here' }
  return outcomeOf(await saveSetting(shop, SECOND_FACTOR, change, owner, rulesFor(owner)))
}

/** Restores an older version of who needs a second factor. */
export async function undoSecondFactorRequirement(
  shop: Shop,
  undo: { version: number; to: number },
  owner: Owner,
): Promise<RequirementOutcome> {
  if (shop.identity.accountsAt !== null) return { kind: 'not-here' }
  return outcomeOf(await undoSetting(shop, SECOND_FACTOR, undo, owner, rulesFor(owner)))
}

/** Owners cannot require it of owners before they have one: an owner has to be able to sign in and undo it. */
function rulesFor({ member, hasSecondFactor }: Owner) {
  return {
    action: 'second-factor-required' as const,
    refuses: (value: SecondFactorRequirement) => value[member.role] && !hasSecondFactor,
  }
}

function outcomeOf(outcome: SettingOutcome<SecondFactorRequirement>): RequirementOutcome {
  return outcome.kind === 'refused' ? { kind: 'own-first' } : outcome
}
