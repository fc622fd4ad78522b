import * as v from 'valibot'
import { hasDraw } from '#domain/drops/draw.ts'
import { createDrawCheck } from '#operations/draws/check-card.ts'
import { findDrop } from '#operations/drops/find-drop.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { JsonAnswer } from '#web/http/json-answer.ts'
import { networkKnown } from '#web/http/limits/client-address.ts'
import { checkingCards } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { answerLanguage } from '#web/http/request-language.ts'
import { ownPages } from '#web/route.ts'
import { wordsIn } from '#words/languages.ts'

const schema = v.object({ drop: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)) })

/** POST /api/drops/card-check: the secret by which the browser has a card checked at the gateway. */
async function checkCard(request: Request, { shop, address }: ApiContext): Promise<Response | JsonAnswer> {
  const body = await readJson(request, schema)
  if ('refusal' in body) return body.refusal
  const { draw: words } = wordsIn(shop, answerLanguage(shop, request))
  const drop = await findDrop(shop, body.value.drop)
  const check =
    drop !== null && hasDraw(drop) ? await createDrawCheck(shop, drop, networkKnown(address)) : 'closed'
  if (typeof check !== 'string') return new JsonAnswer(check)
  const status = { closed: 409, 'too-many': 429, unavailable: 502 }[check]
  const title = { closed: words.closedNow, 'too-many': words.tooMany, unavailable: words.noCheck }[check]
  return problem({ type: check, status, title })
}

checkCard.docs = {
  summary: 'Begin the check of a card for a draw',
  detail:
    'Nothing is charged. The card entry of the page checks a card with the secret; the form of the draw sends it as `card`, and the shop asks the gateway how the check went.',
  body: { schema, example: { drop: 'winter-drop' } },
  answers: {
    200: { means: 'Check a card with the secret.', schema: v.object({ clientSecret: v.string() }) },
    409: refusal('Nobody can enter a draw of this drop now, or it checks no cards.'),
    429: refusal('Too many cards from this network.'),
    502: refusal('The payment gateway does not answer.'),
  },
} satisfies EndpointDocs

export const routes = [ownPages('POST /api/drops/card-check', checkCard, checkingCards)]
