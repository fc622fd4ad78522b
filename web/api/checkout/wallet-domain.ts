import { WALLETS } from '#domain/settings/wallets.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { anyone } from '#web/route.ts'

/** GET /.well-known/apple-developer-merchantid-domain-association: the file that owners have pasted. */
export async function walletDomain(_request: Request, { shop }: ApiContext): Promise<Response> {
  const { domainFile } = await currentSetting(shop, WALLETS)
  if (domainFile === '') {
    return problem({ type: 'not-found', status: 404, title: 'There is nothing at this address.' })
  }
  return new Response(domainFile, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

walletDomain.docs = {
  summary: 'By which Apple knows the domain for Apple Pay',
  answers: {
    200: { means: 'The file of the payment gateway, as owners pasted it.', type: 'text/plain' },
    404: refusal('Owners have pasted no file.'),
  },
} satisfies EndpointDocs

export const routes = [anyone('GET /.well-known/apple-developer-merchantid-domain-association', walletDomain)]
