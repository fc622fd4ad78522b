import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openApiDocument } from '#web/api/openapi/openapi-document.ts'
import type { OpenApiDocument, Operation } from '#web/api/openapi/openapi-shape.ts'
import type { Endpoint } from '#web/route.ts'
import { endpoints } from '#test/support/every-route.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { CUSTOMER, hoodie, openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toProductId } from '#domain/ids.ts'

const document = openApiDocument(endpoints)

/** The same, but properties that no schema names are errors. */
const closedDocument = closed(document)

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
const operations = operationsOf(document)

const addressOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`

function operationAt(address: string, within = document): Operation {
  const found = operationsOf(within).find((candidate) => addressOf(candidate) === address)
  if (!found) throw new Error(`${address} is not described`)
  return found.operation
}

function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, closed(part)])
  const isObjectSchema = 'properties' in value && 'type' in value
  return Object.fromEntries([...parts, ...(isObjectSchema ? [['additionalProperties', false]] : [])]) as T
}

const compiled = new WeakMap<object, ValidateFunction>()
const validators = new Map<OpenApiDocument, Ajv2020>()

/** One for each description, which reads its components once. */
function validatorOf(within: OpenApiDocument): Ajv2020 {
  const ready = validators.get(within)
  if (ready) return ready
  const validator = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  validator.addSchema({ $id: 'shop', components: within.components })
  validators.set(within, validator)
  return validator
}

/** Why a value does not match a schema of the description, according to a generic validator. */
function misfits(schema: object | undefined, value: unknown, within = document): string[] {
  if (!schema) return ['has no schema']
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"shop#/components/')
  const fits = compiled.get(schema) ?? validatorOf(within).compile(JSON.parse(text) as object)
  compiled.set(schema, fits)
  return fits(value)
    ? []
    : (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

describe('The description of the API', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const result = await validator.validate(JSON.parse(JSON.stringify(document)))
    expect(result.errors ?? []).toEqual([])
    expect(validator.version).toBe('3.1')
  })

  test('lists every address of the route table, and no other', () => {
    expect(operations.map(addressOf).toSorted()).toEqual(endpoints.map(addressOf).toSorted())
  })

  test('an endpoint without documentation is an error', () => {
    const [first] = endpoints
    const bare = { ...first, path: '/api/new', handle: async () => new Response() } as Endpoint
    expect(() => openApiDocument([bare])).toThrow('GET /api/new has no documentation')
  })

  test('gives each operation a unique id and a summary, and declares each path parameter', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations) {
      expect(operation.summary, path).toMatch(/\S/)
      const parts = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(
        declared.map(({ name }) => name),
        path,
      ).toEqual(parts)
    }
  })

  test('has no broken references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(0)
    for (const [, reference = ''] of references) {
      const name = reference.replace('#/components/schemas/', '')
      expect(Object.keys(document.components.schemas), reference).toContain(name)
    }
  })

  test('lists 401 and 403 for restricted addresses, and 429 for limited ones', () => {
    for (const endpoint of endpoints) {
      const { path, access, limit } = endpoint
      const { responses, security } = operationAt(addressOf(endpoint))
      const isGuarded = access === 'staff' || endpoint.from.startsWith('own-pages')
      expect(security.length > 0, path).toBe(access === 'staff')
      if (access === 'staff') {
        expect(responses, path).toHaveProperty('401')
        expect(responses['403']?.description, path).toContain(`\`${endpoint.permission}\``)
      }
      if (isGuarded) expect(responses, path).toHaveProperty('403')
      if (limit) expect(responses, path).toHaveProperty('429')
    }
  })
})

const withJson = endpoints.flatMap((endpoint) => {
  const body = endpoint.handle.docs?.body
  return body && 'example' in body ? [{ endpoint, address: addressOf(endpoint), example: body.example }] : []
})

const ADA = { email: 'ada@redemption.example', password: 'the password' }
const PICTURE = { key: 'front', alt: 'Front', width: 800, height: 1000, placeholder: '' }

describeOnEachDatabase('The shop and its description', (open) => {
  let shop: TestShop
  let served: ServedShop
  let cookie = ''

  beforeEach(async () => {
    shop = await openTestShop(open())
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
    await shop.catalog.add(hoodie({ pictures: [PICTURE] }), toProductId('emblem-hoodie'))
    const signedIn = await send('POST', '/api/staff/sign-in', ADA)
    cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  })
  afterEach(() => {
    cookie = ''
    return served.close()
  })

  function send(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(served.url + path, {
      method,
      redirect: 'manual',
      headers: { origin: served.url, 'content-type': 'application/json', ...(cookie && { cookie }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  /** Sends a request, checks the response against the description, and returns its body. */
  async function ask(
    address: string,
    body?: unknown,
    query = '',
    id = 'emblem-hoodie',
  ): Promise<{ status: number; body: unknown }> {
    const [method = '', path = ''] = address.split(' ')
    const response = await send(method, path.replace('{id}', id) + query, body)
    const { status } = response
    const type = response.headers.get('content-type')
    const within = type === 'application/json' ? closedDocument : document
    const described = operationAt(address, within).responses[status]
    expect(described, `${address} answers ${status}`).toBeDefined()
    const text = await response.text()
    if (text === '' || type === null) {
      expect(described?.content, `${address} ${status} has no body`).toBeUndefined()
      return { status, body: null }
    }
    expect(Object.keys(described?.content ?? {}), `${address} ${status}`).toContain(type)
    const value: unknown = JSON.parse(text)
    expect(misfits(described?.content?.[type]?.schema, value, within), `${address} ${status}`).toEqual([])
    return { status, body: value }
  }

  test.each(withJson)('$address accepts its example, and refuses invalid input', async (one) => {
    const { address, example } = one
    const schema = operationAt(address).requestBody?.content['application/json']?.schema
    expect(misfits(schema, example)).toEqual([])
    const { required = [], properties = {} } = schema ?? {}
    const broken: unknown[] = [
      5,
      ...required.map((name) => Object.fromEntries(Object.entries(example).filter(([key]) => key !== name))),
      ...Object.keys(properties).map((name) => ({ ...example, [name]: { wrong: true } })),
    ]
    for (const body of broken) {
      expect(misfits(schema, body), JSON.stringify(body)).not.toEqual([])
      expect((await ask(address, body)).status, JSON.stringify(body)).toBe(422)
    }
    expect([400, 413, 415, 422]).not.toContain((await ask(address, example)).status)
  })

  test('responses match the description, without further properties', async () => {
    const exampleOf = (address: string) => withJson.find((one) => one.address === address)?.example ?? {}
    const statuses = async (asked: Promise<{ status: number }>[]) =>
      (await Promise.all(asked)).map(({ status }) => status)

    expect(
      await statuses([
        ask('GET /api/search', undefined, '?q=hood'),
        ask('GET /api/rates', undefined, '?from=CAD&to=EUR'),
        ask('GET /api/rates', undefined, '?from=CAD&to=XXX'),
        ask('GET /api/location'),
        ask('GET /api/staff/session'),
        ask('GET /api/staff/products', undefined, '?page=2&sort=price'),
        ask('GET /api/staff/products/{id}'),
        ask('GET /api/staff/products/{id}', undefined, '', 'none'),
      ]),
    ).toEqual([200, 200, 422, 200, 200, 200, 200, 404])

    const change = 'PUT /api/staff/products/{id}'
    expect((await ask(change, { ...exampleOf(change), stock: null })).status).toBe(200)
    expect((await ask(change, exampleOf(change))).status).toBe(409)
    const count = 'PUT /api/staff/products/{id}/stock'
    expect((await ask(count, { ...exampleOf(count), version: 2 })).status).toBe(200)
    expect((await ask(count, exampleOf(count))).status).toBe(409)
    expect((await ask('DELETE /api/staff/products/{id}')).status).toBe(204)
    expect((await ask('POST /api/cart/price', exampleOf('POST /api/cart/price'))).body).toMatchObject({
      lines: [{ status: 'gone', price: null }],
    })
    expect((await ask('POST /api/staff/products/{id}/restore')).status).toBe(204)
    expect((await ask('POST /api/staff/pictures', 'not a picture')).status).toBe(415)
    shop.images = { ...shop.images, store: async () => ({ key: 'a1', width: 9, height: 9, placeholder: '' }) }
    expect((await ask('POST /api/staff/pictures', 'a picture')).status).toBe(201)
    cookie = ''
    expect((await ask('GET /api/staff/products')).status).toBe(401)
  })

  test('a checkout matches the description, from the cart to the payment', async () => {
    const items = [{ productId: 'emblem-hoodie', size: 'M', quantity: 1 }]
    const cart = await ask('POST /api/cart/price', { items })
    const { total } = (cart.body as { totals: { total: number } }).totals
    const order = { amount: total, currency: 'cad', items, customer: CUSTOMER }
    expect((await ask('POST /create-payment-intent', { ...order, amount: 1 })).status).toBe(409)
    const placed = await ask('POST /create-payment-intent', order)
    const { clientSecret } = placed.body as { clientSecret: string }
    const pay = (number: string) =>
      ask('POST /test-gateway/confirm', { clientSecret, card: { number, expiry: '12 / 40', cvc: '123' } })
    expect((await pay('4000 0000 0000 0002')).status).toBe(402)
    expect((await ask('POST /api/checkout/settle', { clientSecret })).body).toMatchObject({
      state: 'pending',
    })
    const again = await ask('POST /create-payment-intent', order)
    expect(again.status).toBe(200)
    expect((await pay('4242 4242 4242 4242')).status).toBe(200)
    expect((await ask('POST /api/checkout/settle', { clientSecret })).body).toMatchObject({ state: 'paid' })
  })

  test('the description is public and cacheable, and answered with 304 when unchanged', async () => {
    cookie = ''
    const answer = await send('GET', '/api/openapi.json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)))
    const etag = answer.headers.get('etag') ?? ''
    const known = await fetch(`${served.url}/api/openapi.json`, { headers: { 'if-none-match': etag } })
    expect(known.status).toBe(304)
  })
})
