import * as v from 'valibot'
import { codeSchema, typedPasswordSchema } from '#domain/staff/staff-forms.ts'
import { readShopName } from '#operations/settings/shop-name.ts'
import type { TwoStepRefusal } from '#providers/identity/two-step/staff-two-step.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { callIdentity, type AuthUnavailable } from '#web/http/call-identity.ts'
import { problem } from '#web/http/problem.ts'
import { staffCookie } from '#web/http/visitors/staff-cookie.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { staffRefusal } from './staff-refusal.ts'
import { isTwoStepRefusal, twoStepProblem } from './two-step-refusal.ts'
import { staffVisit } from './staff-visit.ts'
import { brand } from '#words/en/frame.ts'
import { qrCode } from '#web/views/staff/qr-code.server.ts'

const PASSWORD = { schema: typedPasswordSchema, example: { password: 'the password' } }
const REFUSED = {
  401: refusal('The password or the code is wrong, or the session has ended. `type` says which.'),
  409: refusal('It is on already, or off, or the accounts are at another service. `type` says which.'),
  429: refusal('Too many attempts. Retry-After is the number of seconds to wait.'),
  503: refusal('The accounts are unavailable.'),
}
const codesSchema = v.object({ codes: v.array(v.string()) })

function refused(answer: TwoStepRefusal | AuthUnavailable): Response {
  const { kind } = answer
  return isTwoStepRefusal(kind)
    ? problem(twoStepProblem(kind))
    : staffRefusal(answer as Parameters<typeof staffRefusal>[0])
}

export const routes = [
  staffAction('POST /api/staff/two-step/begin', 'second-factor.use', {
    summary: 'Make a secret for an authenticator app',
    detail:
      'Two-step verification is on when a code from the app has confirmed it. Beginning again replaces the secret.',
    body: PASSWORD,
    answers: {
      200: {
        means:
          'The address that apps open, the secret to be typed, and the address as a QR code: the path of an SVG whose view ' +
          'box is `0 0 size size`.',
        schema: v.object({
          address: v.string(),
          secret: v.string(),
          qr: v.object({ size: countSchema, path: v.string() }),
        }),
      },
      ...REFUSED,
    },
    async run({ shop, staff, body }) {
      const answer = await callIdentity(shop, shop.identity.twoStep.begin(staff.key, body.password))
      if (answer.kind !== 'begun') return refused(answer)
      const { secret } = answer
      const named = encodeURIComponent(await readShopName(shop))
      const address = answer.address.replaceAll(brand, () => named)
      return { address, secret, qr: qrCode(address) }
    },
  }),
  staffAction('POST /api/staff/two-step/confirm', 'second-factor.use', {
    summary: 'Turn on two-step verification',
    detail: 'With a code from the app. Other sessions of the member end, and the member gets an email.',
    body: { schema: codeSchema, example: { code: '123456' } },
    answers: {
      200: {
        means: 'The recovery codes, which are not shown again. Each works once.',
        schema: codesSchema,
        headers: { 'set-cookie': 'The new session.' },
      },
      ...REFUSED,
    },
    async run(asked) {
      const { shop, staff, body } = asked
      const code = body.code.replaceAll(' ', '')
      const answer = await callIdentity(
        shop,
        shop.identity.twoStep.confirm(staff.key, code, staffVisit(asked)),
      )
      if (answer.kind === 'wrong-code') return problem(twoStepProblem(answer.kind))
      if (answer.kind !== 'on') return refused(answer)
      const cookie = staffCookie(shop.settings.publicUrl, answer.key, answer.livesFor)
      return Response.json({ codes: answer.codes }, { headers: { 'set-cookie': cookie } })
    },
  }),
  staffAction('POST /api/staff/two-step/recovery-codes', 'second-factor.use', {
    summary: 'Make new recovery codes',
    detail: 'The old ones are void. The member gets an email.',
    body: PASSWORD,
    answers: { 200: { means: 'The codes, which are not shown again.', schema: codesSchema }, ...REFUSED },
    async run(asked) {
      const { shop, staff, body } = asked
      const { password } = body
      const answer = await callIdentity(
        shop,
        shop.identity.twoStep.renewCodes(staff.key, password, staffVisit(asked)),
      )
      return answer.kind === 'renewed' ? Response.json({ codes: answer.codes }) : refused(answer)
    },
  }),
  staffAction('POST /api/staff/two-step/end', 'second-factor.use', {
    summary: 'Turn off two-step verification',
    detail:
      'The secret is deleted, and the recovery codes unless there is a passkey. Other sessions of the member end, and the member gets an email.',
    body: PASSWORD,
    answers: { 204: { means: 'It is off.' }, ...REFUSED },
    async run(asked) {
      const { shop, staff, body } = asked
      const { password } = body
      const answer = await callIdentity(
        shop,
        shop.identity.twoStep.end(staff.key, password, staffVisit(asked)),
      )
      return answer.kind === 'off' ? null : refused(answer)
    },
  }),
]
