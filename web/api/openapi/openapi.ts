import * as v from 'valibot'
import type { Endpoint } from '#web/route.ts'
import type { EndpointDocs } from '#web/api/endpoint-docs.ts'

const docs = {
  summary: 'This description',
  detail: 'OpenAPI 3.1, made from the schemas that check the requests.',
  answers: {
    200: {
      means: 'The description.',
      schema: v.looseObject({ openapi: v.string(), paths: v.looseObject({}) }),
      headers: { etag: 'Names these bytes.' },
    },
    304: { means: 'Unchanged: If-None-Match names this description.' },
  },
} satisfies EndpointDocs

/**
 * GET /api/openapi.json: every endpoint in OpenAPI 3.1. Generated on the first request, so that it does not delay the
 * start, and cached. `table` is a function because the table contains this endpoint too.
 */
export function describeEndpoints(table: () => Promise<readonly Endpoint[]>) {
  let made: string | null = null

  async function openApi(): Promise<Response> {
    made ??= await describe(table)
    const headers = { 'cache-control': 'public, max-age=300', 'content-type': 'application/json' }
    return new Response(made, { headers })
  }
  openApi.docs = docs
  return openApi
}

async function describe(table: () => Promise<readonly Endpoint[]>): Promise<string> {
  const { openApiDocument } = await import('./openapi-document.ts')
  return JSON.stringify(openApiDocument(await table()))
}
