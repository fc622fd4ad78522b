import * as v from 'valibot'
import { PASSWORD_LENGTH } from '#domain/staff/staff-forms.ts'
import { listConnections } from '#operations/connections/list-connections.ts'
import { isSetUpNeed, removeSetUp, setUpConnection } from '#operations/connections/set-up-connection.ts'
import { tryConnection } from '#operations/connections/try-connection.ts'
import { noSuch, recordParams, staffAction } from '#web/api/action.ts'
import { connectionView } from '#web/views/connections/connection-view.server.ts'
import { staffTime } from '#web/views/staff-time.server.ts'
import { tryingSuppliers } from '#web/http/limits/rate-limits.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { staffRefusal } from '#web/api/staff/staff-refusal.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import { problem } from '#web/http/problem.ts'

const fieldSchema = v.object({
  name: v.string(),
  label: v.string(),
  hint: v.string(),
  isSecret: v.boolean(),
  isOptional: v.boolean(),
  value: v.string(),
})
const connectionSchema = v.object({
  need: v.string(),
  title: v.string(),
  supplier: v.string(),
  setBy: v.string(),
  usedFor: v.string(),
  state: v.picklist(['built-in', 'unused', 'works', 'fails']),
  words: v.string(),
  lastFailure: v.nullable(v.string()),
  setUp: v.nullable(
    v.object({
      supplier: v.string(),
      suppliers: v.array(
        v.object({
          name: v.string(),
          label: v.string(),
          hint: v.string(),
          fields: v.array(fieldSchema),
        }),
      ),
    }),
  ),
})

const needParams = recordParams(
  { need: v.string() },
  'This need no longer has an outside supplier. Reload the page.',
)

const password = v.pipe(v.string(), v.maxLength(PASSWORD_LENGTH.most))
const SET_UP_LENGTH = 500
const setUpSchema = v.object({
  supplier: v.pipe(v.string(), v.maxLength(40)),
  values: v.record(v.pipe(v.string(), v.maxLength(60)), v.pipe(v.string(), v.maxLength(SET_UP_LENGTH))),
  password,
})
const setUpParams = recordParams({ need: v.string() }, 'This is not set up here. Reload the page.')
const CONFIRMING = {
  401: refusal('Not signed in, or the password is wrong.'),
  429: refusal('Too many attempts. Retry-After is the number of seconds to wait.'),
  503: refusal('The accounts are unavailable.'),
}

/** Null: the member typed the right password, or another service keeps it. */
async function unconfirmed({ shop, staff }: StaffContext, typed: string): Promise<Response | null> {
  const answer = await callIdentity(shop, shop.identity.confirmPassword(staff.key, typed))
  return answer.kind === 'confirmed' || answer.kind === 'not-here' ? null : staffRefusal(answer)
}

function refused(type: string, title: string): Response {
  return problem({ type, status: 409, title })
}

export const routes = [
  staffAction('PUT /api/staff/connections/:need', 'connections.write', {
    limit: tryingSuppliers,
    summary: 'Set up a supplier',
    detail:
      'Its values are tested with a real request, then stored encrypted, and every process uses them from then on. A secret that is left empty stays as it is, unless another value changed. No answer contains a secret.',
    params: setUpParams,
    body: {
      schema: setUpSchema,
      example: {
        supplier: 'smtp',
        values: {
          SMTP_HOST: 'mail.example.com',
          SMTP_USER: 'shop@example.com',
          SMTP_PASSWORD: 'its password',
        },
        password: 'your password',
      },
    },
    answers: {
      200: { means: 'It works, and is in use.', schema: v.object({ words: v.string() }) },
      ...CONFIRMING,
      409: refusal(
        'The test failed, and nothing was stored (`test-failed`); a variable of the server decides (`set-by-variable`); a payment can still be paid at the account of before (`payments-open`); or the key of the shop cannot be read (`no-key`).',
      ),
      422: refusal('Some fields are wrong: `errors` names them.'),
    },
    async run(asked) {
      const { shop, staff, params, body } = asked
      if (!isSetUpNeed(params.need)) return noSuch(setUpParams)
      const refusedPassword = await unconfirmed(asked, body.password)
      if (refusedPassword) return refusedPassword
      const { email } = staff.member
      const answer = await setUpConnection(shop, { ...body, need: params.need, email })
      switch (answer.kind) {
        case 'set-up':
          return { words: answer.words }
        case 'wrong': {
          const errors = Object.entries(answer.fields).map(([name, message]) => ({
            path: `/${name}`,
            message,
          }))
          return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
        }
        case 'failed':
          return refused('test-failed', `The test failed, and nothing was saved. ${answer.words}`)
        case 'by-variable':
          return refused('set-by-variable', `Set on the server by ${answer.variables.join(', ')}.`)
        case 'open':
          return refused(
            'payments-open',
            'An order is waiting for its payment there, and these keys are of another account. Cancel it, or wait until its time has run out.',
          )
        case 'no-key':
          return refused(
            'no-key',
            'The file connections.key in the data folder cannot be read. Put it back, or delete it and enter all keys again.',
          )
      }
    },
  }),
  staffAction('POST /api/staff/connections/:need/remove', 'connections.write', {
    summary: 'Forget the supplier of a need that was set up',
    detail: 'What is built in takes its place at once.',
    params: setUpParams,
    body: { schema: v.object({ password }), example: { password: 'your password' } },
    answers: {
      204: { means: 'It is forgotten.' },
      ...CONFIRMING,
      409: refusal('A payment at the supplier can still be paid (`payments-open`).'),
    },
    async run(asked) {
      const { shop, params, body } = asked
      if (!isSetUpNeed(params.need)) return noSuch(setUpParams)
      const refusedPassword = await unconfirmed(asked, body.password)
      if (refusedPassword) return refusedPassword
      const answer = await removeSetUp(shop, params.need)
      if (answer === 'none') return noSuch(setUpParams)
      if (answer === 'removed') return null
      return refused(
        'payments-open',
        'An order is waiting for its payment there. Cancel it, or wait until its time has run out.',
      )
    },
  }),
  staffAction('POST /api/staff/connections/:need/try', 'connections.use', {
    limit: tryingSuppliers,
    summary: 'Test a supplier with a real request',
    detail:
      'An email goes to the member who asks; other test data is deleted again. A failing supplier is a 200 too.',
    params: needParams,
    answers: {
      200: {
        means: 'Whether it works, a sentence about the result, and the state of the connection.',
        schema: v.object({ works: v.boolean(), words: v.string(), connection: connectionSchema }),
      },
      404: refusal('This need has no outside supplier.'),
    },
    async run({ shop, staff, params: { need } }) {
      const tried = await tryConnection(shop, need, staff.member.email)
      const listed = (await listConnections(shop)).find((one) => one.need === need)
      if (tried === null || !listed) return noSuch(needParams)
      return { ...tried, connection: connectionView(listed, staffTime(shop)) }
    },
  }),
]
