import * as v from 'valibot'
import { browserName } from '#domain/browser-name.ts'
import {
  MAX_PASSKEY_NAME_LENGTH,
  newPasskeySchema,
  removePasskeySchema,
  renamePasskeySchema,
} from '#domain/staff/passkey-forms.ts'
import { typedPasswordSchema } from '#domain/staff/staff-forms.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffPasskeys } from '#providers/identity/passkeys/staff-passkeys.ts'
import { idParams, staffAction } from '#web/api/action.ts'
import { passkeyViews } from '#web/views/staff/passkey-view.server.ts'
import type { PasskeyView } from '#web/views/staff/passkey-view.ts'
import { callIdentity } from '#web/http/call-identity.ts'
import { passkeyCookie, readPasskeyCookie } from '#web/http/visitors/passkey-cookie.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { passkeyRefusal } from './passkey-refusal.ts'
import { PASSKEY_EXAMPLE, passkeyQuestionSchema } from './passkey-schemas.ts'
import { staffVisit } from './staff-visit.ts'

const REFUSED = {
  401: refusal('The password or the passkey is wrong, or the session has ended. `type` says which.'),
  409: refusal('There can be no passkeys here, or no more of them. `type` says which.'),
  429: refusal('Too many attempts. Retry-After is the number of seconds to wait.'),
  503: refusal('The accounts are unavailable.'),
}
const passkeyParams = idParams((id) => id, 'There is no such passkey of this member.')
const passkeySchema = v.object({
  id: v.string(),
  name: v.string(),
  addedAt: v.string(),
  lastUsedAt: v.string(),
  isSynced: v.boolean(),
}) satisfies v.GenericSchema<PasskeyView>
const passkeysSchema = v.object({ passkeys: v.array(passkeySchema) })

/** Every passkey that the member has after a change, or why nothing was changed. */
async function changed(shop: Shop, change: ReturnType<StaffPasskeys['rename'] | StaffPasskeys['remove']>) {
  const answer = await callIdentity<Awaited<typeof change>>(shop, change)
  return 'passkeys' in answer ? { passkeys: passkeyViews(shop, answer.passkeys) } : passkeyRefusal(answer)
}

export const routes = [
  staffAction('POST /api/staff/passkeys/begin', 'second-factor.use', {
    summary: 'Ask for a new passkey',
    detail: 'The options are for `navigator.credentials.create()` of this browser, within five minutes.',
    body: { schema: typedPasswordSchema, example: { password: 'the password' } },
    answers: {
      200: {
        means: 'WebAuthn’s PublicKeyCredentialCreationOptions, as JSON.',
        schema: passkeyQuestionSchema,
        headers: { 'set-cookie': 'The question, for one answer of this browser.' },
      },
      ...REFUSED,
    },
    async run({ shop, staff, body }) {
      const answer = await callIdentity(shop, shop.identity.passkeys.begin(staff.key, body.password))
      if (answer.kind !== 'started') return passkeyRefusal(answer)
      const cookie = passkeyCookie(shop.settings.publicUrl, answer.challenge, answer.livesFor)
      const rp = { ...(answer.options as { rp?: object }).rp, name: `${await readShopName(shop)} staff` }
      return Response.json({ options: { ...answer.options, rp } }, { headers: { 'set-cookie': cookie } })
    },
  }),
  staffAction('POST /api/staff/passkeys', 'second-factor.use', {
    summary: 'Add a passkey',
    detail:
      'The answer of the browser to the options, with the user verified. The member gets an email. With the first second ' +
      'factor of a member come recovery codes, and the other sessions end.',
    body: { schema: newPasskeySchema, example: { name: 'Laptop', response: PASSKEY_EXAMPLE.made } },
    answers: {
      201: {
        means:
          'Every passkey of the member, and the recovery codes where they are new: they are not shown again.',
        schema: v.object({ ...passkeysSchema.entries, codes: v.nullable(v.array(v.string())) }),
        headers: { 'set-cookie': 'The question is used up.' },
      },
      ...REFUSED,
    },
    async run(asked) {
      const { shop, staff, body } = asked
      const { publicUrl } = shop.settings
      const visit = staffVisit(asked)
      const { response } = body
      const name = body.name || browserName(visit.userAgent).slice(0, MAX_PASSKEY_NAME_LENGTH)
      const challenge = readPasskeyCookie(asked.request.headers, publicUrl)
      if (challenge === null) return passkeyRefusal({ kind: 'passkey-refused' })
      const answer = await callIdentity(
        shop,
        shop.identity.passkeys.add(staff.key, { challenge, response, name }, visit),
      )
      const answered =
        answer.kind === 'added'
          ? Response.json(
              { passkeys: passkeyViews(shop, answer.passkeys), codes: answer.codes },
              { status: 201 },
            )
          : passkeyRefusal(answer)
      answered.headers.append('set-cookie', passkeyCookie(publicUrl, '', 0))
      return answered
    },
  }),
  staffAction('POST /api/staff/passkeys/:id/rename', 'second-factor.use', {
    summary: 'Rename a passkey',
    params: passkeyParams,
    body: { schema: renamePasskeySchema, example: { name: 'Laptop' } },
    answers: {
      200: { means: 'Every passkey of the member.', schema: passkeysSchema },
      ...REFUSED,
    },
    async run(asked) {
      const { shop, staff, params, body } = asked
      const passkey = { id: params.id, name: body.name }
      return changed(shop, shop.identity.passkeys.rename(staff.key, passkey, staffVisit(asked)))
    },
  }),
  staffAction('POST /api/staff/passkeys/:id/remove', 'second-factor.use', {
    summary: 'Remove a passkey',
    detail:
      'Other sessions of the member end, and the member gets an email. Recovery codes go with the last second factor.',
    params: passkeyParams,
    body: { schema: removePasskeySchema, example: { password: 'the password' } },
    answers: {
      200: { means: 'The passkeys that are left.', schema: passkeysSchema },
      ...REFUSED,
    },
    async run(asked) {
      const { shop, staff, params, body } = asked
      const passkey = { id: params.id, password: body.password }
      return changed(shop, shop.identity.passkeys.remove(staff.key, passkey, staffVisit(asked)))
    },
  }),
]
