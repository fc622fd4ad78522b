import * as v from 'valibot'
import { toMessageId } from '#domain/ids.ts'
import { withdrawalSchema } from '#domain/inbox/withdrawal.ts'
import { withdrawFromContract } from '#operations/orders/withdraw-from-contract.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { postedForm, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { contacting } from '#web/http/limits/rate-limits.ts'
import { readText } from '#web/http/read-json.ts'
import { seeOther } from '#web/http/see-other.ts'
import { answerLanguage } from '#web/http/request-language.ts'
import { ownPages } from '#web/route.ts'

const MAX_BYTES = 16 * 1024

const formSchema = v.object({ ...withdrawalSchema.entries, id: v.pipe(v.string(), v.uuid()) })

/** POST /withdraw/confirm: the second button of the page. What was stated wrongly is asked for again. */
async function confirmWithdrawal(request: Request, { shop }: ApiContext): Promise<Response> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const filled = v.safeParse(formSchema, Object.fromEntries(new URLSearchParams(body.text)))
  if (!filled.success) return seeOther('/withdraw')
  const { id, ...withdrawal } = filled.output
  await withdrawFromContract(shop, toMessageId(id), withdrawal, answerLanguage(shop, request))
  return seeOther(`/withdraw?received=${id}`)
}

confirmWithdrawal.docs = {
  summary: 'Withdraw from a contract',
  detail:
    'For consumers in the European Union. It is kept and a receipt is mailed, whether there is such an order or not. The same `id` is kept once.',
  body: postedForm(formSchema),
  answers: {
    303: { means: 'To the page, which says when it was received.', headers: { location: 'The page.' } },
  },
} satisfies EndpointDocs

export const routes = [ownPages('POST /withdraw/confirm', confirmWithdrawal, contacting)]
