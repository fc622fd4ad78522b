import * as v from 'valibot'
import { versionSchema } from '#domain/version.ts'
import { ROLES } from './permissions.ts'
import { newPassword, typedEmail } from './staff-forms.ts'

const roleSchema = v.picklist(ROLES, 'Choose a role.')

/** Whom to invite to the staff, and with which role. */
export const inviteSchema = v.object({ email: typedEmail, role: roleSchema })

/** A change of an invitation. `version`: as the owner saw it. */
export const invitationSchema = v.object({ version: versionSchema })

/**
 * A change of a staff member. `version`: as the owner saw it. `ownAccount`: the owner knows that it is their own
 * account, and that they lose access.
 */
export const memberSchema = v.object({ version: versionSchema, ownAccount: v.optional(v.boolean(), false) })

/** A change of a staff member's role. */
export const memberRoleSchema = v.object({ ...memberSchema.entries, role: roleSchema })

/** The token from the invitation mail, and the password, which only counts when the shop keeps the passwords. */
export const acceptSchema = v.object({
  token: v.pipe(v.string(), v.maxLength(100)),
  password: v.optional(newPassword),
})
