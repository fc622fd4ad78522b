import * as v from 'valibot'
import { toStaffKeyId } from '#domain/ids.ts'
import { isKeyPermission, PERMISSIONS } from '#domain/staff/permissions.ts'
import { newKeySchema } from '#domain/staff/key-forms.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { keyView } from '#web/views/staff/key-view.server.ts'
import { staffRefusal } from './staff-refusal.ts'
import { staffVisit } from './staff-visit.ts'

const keyParams = idParams(toStaffKeyId, 'The key was revoked in the meantime.')

const madeSchema = v.object({
  secret: v.string(),
  key: v.object({
    id: v.string(),
    name: v.string(),
    by: v.string(),
    ending: v.string(),
    permissions: v.array(v.picklist(PERMISSIONS.filter(isKeyPermission))),
    createdAt: v.string(),
    expiresAt: v.string(),
    isExpired: v.boolean(),
    lastUsedAt: v.string(),
  }),
})

export const routes = [
  staffAction('POST /api/staff/keys', 'keys.use', {
    summary: 'Make a key for a program',
    detail:
      'With permissions out of one’s own. `secret` is the key, shown this once. It needs the password again, where the shop keeps it.',
    body: {
      schema: newKeySchema,
      example: { name: 'Warehouse', permissions: ['orders.read'], days: 90, password: 'the password' },
    },
    answers: {
      201: { means: 'The key. Its maker gets an email.', schema: madeSchema },
      401: refusal('The password is wrong, or the session has ended. `type` says which.'),
      409: refusal('There are 20 keys already (`too-many-keys`).'),
      422: refusal('Some fields are wrong, or a permission is not one’s own: `errors` names them.'),
      429: refusal('Too many wrong passwords. Retry-After is the number of seconds to wait.'),
    },
    async run(asked) {
      const { shop, staff, body } = asked
      const answer = await shop.identity.keys.make(staff.key, body, staffVisit(asked))
      if (answer.kind === 'made') {
        shop.log.info('A key for programs was made', { key: answer.key.id, by: staff.member.id })
        return { secret: answer.secret, key: keyView(shop, answer.key) }
      }
      if (answer.kind === 'not-permitted') {
        const errors = [{ path: '/permissions', message: 'Your role does not allow all of this.' }]
        return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
      }
      if (answer.kind === 'too-many-keys') {
        const title = 'You have 20 keys. Revoke one that is no longer needed.'
        return problem({ type: answer.kind, status: 409, title })
      }
      return staffRefusal(answer)
    },
  }),
  staffAction('POST /api/staff/keys/:id/revoke', 'keys.use', {
    summary: 'Revoke a key',
    detail: 'At once. Owners may revoke anyone’s, others their own.',
    params: keyParams,
    answers: { 204: { means: 'The key does not work any more.' } },
    async run(asked) {
      const { shop, staff, params } = asked
      const { address, userAgent } = staffVisit(asked)
      const by = {
        id: staff.member.id,
        ofAnyone: staff.permissions.includes('staff.manage'),
        address,
        userAgent,
      }
      if (!(await shop.identity.keys.revoke(params.id, by))) return noSuch(keyParams)
      shop.log.info('A key for programs was revoked', { key: params.id, by: by.id })
      return null
    },
  }),
]
