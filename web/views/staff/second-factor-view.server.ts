import type { StaffMember } from '#domain/staff/staff-member.ts'
import type { Shop } from '#operations/shop.ts'
import { passkeyViews } from './passkey-view.server.ts'
import type { SecondFactorView } from './second-factor-view.ts'

/** The second factors of a member for display. */
export async function secondFactorView(
  shop: Shop,
  { id }: StaffMember,
  isRequired: boolean,
): Promise<SecondFactorView> {
  const { accountsAt, passkeys, twoStep } = shop.identity
  const { isOn, codesLeft } = await twoStep.read(id)
  return {
    accountsAt,
    canHavePasskeys: passkeys.obstacle === null,
    hasApp: isOn,
    passkeys: passkeyViews(shop, await passkeys.list(id)),
    codesLeft,
    isRequired,
  }
}
