import * as v from 'valibot'
import type { Setting } from '#domain/settings/setting.ts'
import { findSettingNamed, SETTINGS } from '#domain/settings/settings.ts'
import { MAX_VERSION } from '#domain/version.ts'
import {
  saveSetting,
  undoSetting,
  type SettingEditor,
  type SettingOutcome,
} from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem, problemSchema } from '#web/http/problem.ts'
import { wrongFields } from '#web/http/read-json.ts'
import { notPermitted } from '#web/http/staff-only.ts'

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VERSION))
const plain = v.nullable(v.union([v.string(), v.number()]))
/** What is in a part of a list: the picture of a section, or a point of its text. */
const inner = v.record(v.string(), v.union([plain, v.boolean()]))
const group = v.record(v.string(), v.union([plain, v.boolean(), v.array(v.union([plain, inner])), inner]))
/** Lists come before groups, because valibot also accepts a list as a group. */
const valueSchema = v.objectWithRest(
  {
    pricesIncludeTax: v.optional(v.boolean()),
    decorative: v.optional(v.boolean()),
    ...v.entriesFromList(yesFields(), v.optional(v.union([v.boolean(), plain]))),
  },
  v.union([plain, v.array(v.union([plain, group])), group]),
)
const changeSchema = v.object({ version, value: valueSchema })
const undoSchema = v.object({ version, to: version })

/** The fields that are yes or no in one setting; another may have a text of the same name. */
function yesFields(): string[] {
  const fields = SETTINGS.flatMap((setting) => Object.entries(setting.fields))
  return fields.flatMap(([name, how]) => (typeof how !== 'string' && how.kind === 'yes' ? [name] : []))
}

/** Who changes a setting, of a request by staff. */
export function editorOf({ staff: { member, permissions } }: StaffContext): SettingEditor {
  return { memberId: member.id, permissions }
}

/** The response to saving a setting. */
export function settingAnswer<Value extends object>(
  { label }: Setting<Value>,
  outcome: SettingOutcome<Value>,
): Response {
  switch (outcome.kind) {
    case 'saved':
      return Response.json({ version: outcome.version, value: outcome.value })
    case 'not-permitted':
      return notPermitted()
    case 'refused':
      return problem({ type: 'refused', status: 409, title: `“${label}” cannot have this value.` })
    case 'invalid': {
      const errors = wrongFields(outcome.issues, '/value')
      return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
    }
    case 'not-possible': {
      const errors = [{ path: `/value/${outcome.field}`, message: outcome.message }]
      return problem({ type: 'invalid-request', status: 422, title: outcome.message, errors })
    }
    case 'unknown-version':
      return problem({ type: 'not-found', status: 404, title: 'There is no such version.' })
    case 'changed-meanwhile':
      return problem({
        type: 'changed-meanwhile',
        status: 409,
        title: `Another owner changed “${label}” in the meantime.`,
        current: outcome.current,
      })
  }
}

/** The picture store checks whether it has the pictures of the setting. */
export async function withStore({ log }: Shop, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SupplierError)) throw error
    log.error('The pictures of a setting could not be checked', error)
    const title = `The images could not be checked. ${error.message}`
    return problem({ type: 'picture-store', status: 503, title })
  }
}

const settingParams = recordParams(
  { name: v.picklist(SETTINGS.map(({ name }) => name)) },
  'There is no such setting.',
)
const savedSchema = v.object({ version, value: valueSchema })
const CONFLICT = refusal(
  'Another owner saved first: `current` is the setting as it is now.',
  v.looseObject({ ...problemSchema.entries, current: savedSchema }),
)

export const routes = [
  staffAction('PUT /api/staff/settings/:name', 'settings.write', {
    summary: 'Change a setting',
    detail:
      'The whole value, with the `version` that the owner saw; 0 where nothing was saved. Every version is kept. A value that changes nothing makes no version.',
    params: settingParams,
    body: {
      schema: changeSchema,
      example: { version: 0, value: { text: 'Free hugs this week', link: '/shop' } },
    },
    answers: {
      200: { means: 'The setting as it is saved.', schema: savedSchema },
      409: CONFLICT,
      503: refusal('The image store, which has to confirm new images of the value, does not answer.'),
    },
    async run(asked) {
      const { body, params } = asked
      const setting = findSettingNamed(params.name)
      if (setting === null) return noSuch(settingParams)
      return withStore(asked.shop, async () =>
        settingAnswer(setting, await saveSetting(asked.shop, setting, body, editorOf(asked))),
      )
    },
  }),
  staffAction('POST /api/staff/settings/:name/undo', 'settings.write', {
    summary: 'Restore an older version of a setting',
    detail: 'Saves version `to` again, as the newest one; 0 is the default.',
    params: settingParams,
    body: { schema: undoSchema, example: { version: 2, to: 1 } },
    answers: {
      200: { means: 'The setting as it is saved.', schema: savedSchema },
      404: refusal('There is no such setting, or no such version.'),
      409: CONFLICT,
      503: refusal('The image store, which has to confirm new images of the value, does not answer.'),
    },
    async run(asked) {
      const { body, params } = asked
      const setting = findSettingNamed(params.name)
      if (setting === null) return noSuch(settingParams)
      return withStore(asked.shop, async () =>
        settingAnswer(setting, await undoSetting(asked.shop, setting, body, editorOf(asked))),
      )
    },
  }),
]
