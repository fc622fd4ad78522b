import * as v from 'valibot'
import { ROLES } from '#domain/staff/permissions.ts'
import { versionSchema } from '#domain/version.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problemSchema } from '#web/http/problem.ts'
import type { InvitationView, PersonView } from '#web/views/staff/people-view.ts'

export const personSchema = v.object({
  id: v.string(),
  email: v.string(),
  role: v.picklist(ROLES),
  isDisabled: v.boolean(),
  version: versionSchema,
  lastSignedInAt: v.string(),
  openSessions: countSchema,
  hasApp: v.boolean(),
  passkeys: countSchema,
}) satisfies v.GenericSchema<PersonView>

export const invitationViewSchema = v.object({
  id: v.string(),
  email: v.string(),
  role: v.picklist(ROLES),
  invitedBy: v.string(),
  invitedAt: v.string(),
  expiresAt: v.string(),
  isExpired: v.boolean(),
  version: versionSchema,
}) satisfies v.GenericSchema<InvitationView>

/** A refusal that comes with the current member or invitation. */
export const refusalWith = <Schema extends v.GenericSchema>(means: string, current: Schema) =>
  refusal(means, v.object({ ...problemSchema.entries, current: v.optional(current) }))
