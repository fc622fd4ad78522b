import * as v from 'valibot'
import { readOwnDocument } from '#operations/orders/documents/own-documents.ts'
import { writeDocument } from '#operations/orders/documents/write-document.ts'
import { readOrderWithKey } from '#operations/orders/read-order.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { readingEverything } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { anyone } from '#web/route.ts'

/** GET /order/{number}/documents/{document}: for whoever may open the page of the order. */
async function ownDocument(request: Request, { shop }: ApiContext): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const [, , number = '', , file = ''] = pathname.split('/')
  const found = await readOrderWithKey(shop, number, searchParams.get('key') ?? '')
  const document = found && (await readOwnDocument(shop, found.order, file))
  if (!document) return problem({ type: 'not-found', status: 404, title: 'There is no such document.' })
  return new Response(await writeDocument(document), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${number}-${file}"`,
      'cache-control': 'no-store',
    },
  })
}

ownDocument.docs = {
  summary: 'An invoice or a credit note as PDF',
  detail:
    'In the language of the order: `invoice.pdf` once it is paid, and `credit-note-1.pdf` for a refund that is back. `key` is that of the page of the order.',
  params: v.object({ number: v.string(), document: v.string() }),
  query: v.object({ key: v.string() }),
  answers: {
    200: { means: 'The document.', type: 'application/pdf' },
    404: refusal('There is no such document, or the key does not open the order.'),
  },
} satisfies EndpointDocs

export const routes = [anyone('GET /order/:number/documents/:document', ownDocument, readingEverything)]
