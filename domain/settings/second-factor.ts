import * as v from 'valibot'
import type { Role } from '#domain/staff/permissions.ts'
import { ROLE_PLURALS } from '#domain/staff/role-words.ts'
import type { Setting } from './setting.ts'

/** Whether members of each role need a second factor: a passkey or an authenticator app. */
export type SecondFactorRequirement = Record<Role, boolean>

/** A version from before a role existed does not have it: such a role needs none until an owner says so. */
const isRequired = v.optional(v.boolean(), false)

/** Who on the staff needs a second factor. Nobody, until an owner says so. */
export const SECOND_FACTOR: Setting<SecondFactorRequirement> = {
  name: 'second-factor',
  label: 'Second factor',
  schema: v.object({ owner: isRequired, manager: isRequired, packer: isRequired }),
  fallback: { owner: false, manager: false, packer: false },
  fields: ROLE_PLURALS,
}
