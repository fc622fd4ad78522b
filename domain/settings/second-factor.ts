import * as v from 'valibot'
import { recordOf } from '#domain/record-of.ts'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { ROLE_PLURALS } from '#domain/staff/role-words.ts'
import type { Setting } from './setting.ts'

/** Whether members of each role need a second factor: a passkey or an authenticator app. */
export type SecondFactorRequirement = Record<Role, boolean>

/** What an owner sends names every role. */
export const requirementSchema = v.object(v.entriesFromList(ROLES, v.boolean()))

/** A version from before a role existed does not have it: such a role needs none until an owner requires it. */
const savedSchema = v.object(v.entriesFromList(ROLES, v.optional(v.boolean(), false)))

/** Which roles need a second factor: none, until an owner requires it. */
export const SECOND_FACTOR: Setting<SecondFactorRequirement> = {
  name: 'second-factor',
  label: 'Second factor',
  schema: savedSchema,
  fallback: recordOf<SecondFactorRequirement>(ROLES, () => false),
  fields: ROLE_PLURALS,
}
