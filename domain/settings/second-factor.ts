import * as v from 'valibot'
import type { Role } from '#domain/staff/permissions.ts'
import type { Setting } from './setting.ts'

/** Whether members of each role need a second factor: a passkey or an authenticator app. */
export type SecondFactorRequirement = Record<Role, boolean>

/** Who on the staff needs a second factor. Nobody, until an owner says so. */
export const SECOND_FACTOR: Setting<SecondFactorRequirement> = {
  name: 'second-factor',
  label: 'Second factor',
  schema: v.object({ owner: v.boolean(), manager: v.boolean(), packer: v.boolean() }),
  fallback: { owner: false, manager: false, packer: false },
  fields: { owner: 'Owners', manager: 'Managers', packer: 'Packers' },
}
