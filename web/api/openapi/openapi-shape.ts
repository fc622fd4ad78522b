import type { JsonSchema } from '@valibot/to-json-schema'

/** The part of OpenAPI 3.1 that the shop uses. */
export interface OpenApiDocument {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  /** What the shop sends, by topic. */
  webhooks: Record<string, { post: Operation }>
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, AccessScheme> }
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: RequestBody
  responses: Record<string, Answer>
}

export interface RequestBody {
  required: true
  description?: string
  content: Content
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Answer {
  description: string
  headers?: Record<string, Header>
  content?: Content
}

export interface Header {
  description: string
  schema: JsonSchema
}

type Content = Record<string, { schema?: JsonSchema; example?: object }>

/** How a request says whose it is: in a cookie, or with a key. */
export type AccessScheme = { description: string } & (
  | { type: 'apiKey'; in: 'cookie'; name: string }
  | { type: 'http'; scheme: 'bearer' }
)
