import * as v from 'valibot'
import { etagOf, isKnown } from '#web/http/cache/etag.ts'
import type { Endpoint } from '#web/route.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'
import { openApiDocument } from './openapi-document.ts'

const docs = {
  summary: 'This description',
  detail: 'OpenAPI 3.1, made from the schemas that check the requests.',
  answers: {
    200: {
      means: 'The description.',
      schema: v.looseObject({ openapi: v.string(), paths: v.looseObject({}) }),
      headers: { etag: 'Names these bytes.' },
    },
    304: { means: 'The description is the one that If-None-Match names.' },
  },
} satisfies EndpointDocs

/**
 * GET /api/openapi.json: every endpoint in OpenAPI 3.1. Generated on the first request, so that it does not delay the
 * start, and cached. `table` is a function because the table contains this endpoint too.
 */
export function describeEndpoints(table: () => readonly Endpoint[]) {
  let made: { text: string; etag: string } | null = null

  async function openApi(request: Request): Promise<Response> {
    made ??= write(table())
    const headers = { etag: made.etag, 'cache-control': 'public, max-age=300' }
    if (isKnown(request, made.etag)) return new Response(null, { status: 304, headers })
    return new Response(made.text, { headers: { ...headers, 'content-type': 'application/json' } })
  }
  openApi.docs = docs
  return openApi
}

function write(endpoints: readonly Endpoint[]): { text: string; etag: string } {
  const text = JSON.stringify(openApiDocument(endpoints))
  return { text, etag: etagOf(text) }
}
