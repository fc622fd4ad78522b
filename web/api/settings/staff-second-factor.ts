import * as v from 'valibot'
import { requirementSchema, SECOND_FACTOR } from '#domain/settings/second-factor.ts'
import { MAX_VERSION } from '#domain/version.ts'
import { requireSecondFactor, undoSecondFactorRequirement } from '#operations/staff/second-factor.ts'
import { staffAction } from '#web/api/action.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { editorOf, settingAnswer } from './staff-settings.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
const changeSchema = v.object({ version, value: requirementSchema })
const undoSchema = v.object({ version, to: version })
const savedSchema = v.object({ version, value: requirementSchema })

const REFUSALS = {
  'not-here': 'Another service manages the accounts, and requires second factors itself.',
  'own-first':
    'Set up a second factor for your own account first: your role would need one, and someone has to be able to sign in.',
}

function ownerOf(context: StaffContext) {
  const { member, hasSecondFactor } = context.staff
  return { ...editorOf(context), member, hasSecondFactor }
}

function answerOf(outcome: Awaited<ReturnType<typeof requireSecondFactor>>): Response {
  if (outcome.kind !== 'not-here' && outcome.kind !== 'own-first') {
    return settingAnswer(SECOND_FACTOR, outcome)
  }
  return problem({ type: outcome.kind, status: 409, title: REFUSALS[outcome.kind] })
}

const CONFLICT = refusal(
  'Another owner saved first (`changed-meanwhile`): `current` is the setting as it is now. Or the owner has no second ' +
    'factor and would need one (`own-first`), or another service keeps the accounts (`not-here`).',
  v.looseObject({ ...problemSchema.entries, current: v.optional(savedSchema) }),
)

export const routes = [
  staffAction('PUT /api/staff/second-factor', 'settings.write', {
    summary: 'Change who needs a second factor',
    detail:
      'A passkey or an authenticator app, by role. Members without one can do nothing but set one up, from their next request ' +
      'on. `version` is the one that the owner saw; 0 where nothing was saved.',
    body: {
      schema: changeSchema,
      example: { version: 0, value: { ...SECOND_FACTOR.fallback, manager: true } },
    },
    answers: { 200: { means: 'The setting as it is saved.', schema: savedSchema }, 409: CONFLICT },
    async run(asked) {
      const { body } = asked
      return answerOf(await requireSecondFactor(asked.shop, body, ownerOf(asked)))
    },
  }),
  staffAction('POST /api/staff/second-factor/undo', 'settings.write', {
    summary: 'Restore an older version of the second-factor setting',
    detail: 'Saves version `to` again, as the newest one; 0 is the default.',
    body: { schema: undoSchema, example: { version: 2, to: 1 } },
    answers: {
      200: { means: 'The setting as it is saved.', schema: savedSchema },
      404: refusal('There is no such version.'),
      409: CONFLICT,
    },
    async run(asked) {
      const { body } = asked
      return answerOf(await undoSecondFactorRequirement(asked.shop, body, ownerOf(asked)))
    },
  }),
]
