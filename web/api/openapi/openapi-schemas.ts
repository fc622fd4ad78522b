import {
  toJsonSchema,
  toJsonSchemaDefs,
  type ConversionConfig,
  type JsonSchema,
} from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { checkoutFormSchema } from '#web/api/checkout/cart-schema.ts'
import { contactFormSchema } from '#domain/inbox/contact-form.ts'
import { MAX_EMAIL_LENGTH } from '#domain/email.ts'
import { newsletterSchema } from '#domain/newsletter/newsletter.ts'
import { refundSchema } from '#domain/orders/order-forms.ts'
import { COLUMN_FIELD_NAMES, COLUMN_FIELDS, type ColumnField } from '#domain/catalog/product-fields.ts'
import { problemSchema } from '#web/http/problem.ts'
import { cartLineSchema, cartTotalsSchema } from '#web/api/checkout/cart-schema.ts'
import { itemSchema } from '#web/api/checkout/items-schema.ts'
import { pictureViewSchema, productCardSchema } from '#web/api/catalog/picture-schema.ts'
import { staffOrderSchema } from '#web/api/orders/staff-order-schema.ts'
import { staffPictureSchema, staffProductSchema } from '#web/api/catalog/staff-product-schema.ts'

/**
 * A schema that becomes a component. `written`: written by hand, where the code has a check that JSON Schema cannot
 * express.
 */
interface Component {
  schema: v.GenericSchema
  written?: JsonSchema
}

const emailWritten: JsonSchema = {
  type: 'string',
  format: 'email',
  minLength: 5,
  maxLength: MAX_EMAIL_LENGTH,
}

const COMPONENTS: Record<string, Component> = {
  Problem: { schema: problemSchema },
  Item: { schema: itemSchema },
  CartLine: { schema: cartLineSchema },
  CartTotals: { schema: cartTotalsSchema },
  Picture: { schema: pictureViewSchema },
  ProductCard: { schema: productCardSchema },
  StaffPicture: { schema: staffPictureSchema },
  StaffProduct: { schema: staffProductSchema },
  StaffOrder: { schema: staffOrderSchema },
  TypedRefund: {
    schema: refundSchema.entries.amount,
    written: {
      type: 'string',
      minLength: 1,
      description: 'CAD dollars as typed: `50`, `50.00` or `$50.00`.',
    },
  },
  Customer: { schema: checkoutFormSchema },
  ContactEmail: { schema: contactFormSchema.entries.email, written: emailWritten },
  NewsletterEmail: { schema: newsletterSchema.entries.email, written: emailWritten },
  CustomerEmail: { schema: checkoutFormSchema.entries.email, written: emailWritten },
  Country: {
    schema: checkoutFormSchema.entries.country,
    written: { type: 'string', pattern: '^[A-Z]{2}$', description: 'An ISO 3166-1 code.' },
  },
  TypedPrice: {
    schema: COLUMN_FIELDS.price.schema,
    written: {
      description: 'CAD dollars in steps of 0.01, as a number or as typed.',
      anyOf: [
        { type: 'number', minimum: 0 },
        { type: 'string', minLength: 1 },
      ],
    },
  },
  ...Object.fromEntries(COLUMN_FIELD_NAMES.flatMap(typedField)),
}

/** `TypedStock` for the field `stock`: the schema name of a field that is sent as typed. */
function typedField(name: ColumnField): [string, Component][] {
  const field = COLUMN_FIELDS[name]
  const written = writtenField(field)
  if (written === null) return []
  return [[`Typed${name.charAt(0).toUpperCase()}${name.slice(1)}`, { schema: field.schema, written }]]
}

function writtenField(field: (typeof COLUMN_FIELDS)[ColumnField]): JsonSchema | null {
  const orEmpty: JsonSchema[] = [{ type: 'string' }, { type: 'null' }]
  if (field.input === 'count') {
    const typed: JsonSchema = { type: 'integer', minimum: 0, maximum: field.most }
    return { description: field.detail, anyOf: [typed, ...orEmpty] }
  }
  if (field.input === 'moment') {
    const description = `Epoch milliseconds, or an ISO 8601 text with its offset. ${field.detail}`
    return { description, anyOf: [{ type: 'integer', minimum: 0 }, ...orEmpty] }
  }
  if (field.input === 'price' && 'empty' in field) {
    const description = 'CAD dollars in steps of 0.01, as a number or as typed. Null or empty: none.'
    return { description, anyOf: [{ type: 'number', minimum: 0 }, ...orEmpty] }
  }
  return null
}

/** Fields whose default is refused by a custom check: they are required. */
const REQUIRED = new Set(
  ['ContactEmail', 'NewsletterEmail', 'CustomerEmail', 'Country', 'TypedPrice'].map(refTo),
)

/** Actions that do not change what a text may be, and checks that only the code knows. */
const SAYS_NOTHING = [
  'transform',
  'trim',
  'to_lower_case',
  'check',
  'partial_check',
  'raw_check',
  'raw_transform',
  'custom',
]

const CONVERSION: ConversionConfig = {
  target: 'draft-2020-12',
  definitions: Object.fromEntries(Object.entries(COMPONENTS).map(([name, { schema }]) => [name, schema])),
  ignoreActions: SAYS_NOTHING,
  // Merged pipes pass silently; anything else that cannot be expressed throws below.
  errorMode: 'ignore',
  overrideRef: ({ referenceId }) => refTo(referenceId),
  overrideSchema({ valibotSchema, jsonSchema, errors }) {
    if (valibotSchema.type === 'custom') return jsonSchema
    if (errors) throw new Error(errors.join(' '))
    return jsonSchema.type === 'object' ? withTrueDefaults(jsonSchema) : null
  },
  overrideAction({ valibotAction, jsonSchema, errors }) {
    if (valibotAction.type === 'to_number') return { ...jsonSchema, type: 'number' }
    if (valibotAction.type === 'regex' && 'requirement' in valibotAction) {
      const { source, flags } = valibotAction.requirement as RegExp
      // JSON Schema implies this flag for patterns.
      if (flags === 'u') return { ...jsonSchema, pattern: source }
    }
    if (errors) throw new Error(errors.join(' '))
    return null
  },
}

/** Converts a valibot schema to OpenAPI 3.1, with references to the components. */
export function schemaToJson(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, $defs: _components, ...json } = toJsonSchema(schema, CONVERSION)
  return json
}

/** `components.schemas` of the document. */
export function schemaComponents(): Record<string, JsonSchema> {
  const converted = toJsonSchemaDefs(CONVERSION.definitions ?? {}, CONVERSION)
  return Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, { written }]) => [name, written ?? converted[name] ?? {}]),
  )
}

/** The component that every problem refers to. */
export const PROBLEM_REF: JsonSchema = { $ref: refTo('Problem') }

function refTo(name: string): string {
  return `#/components/schemas/${name}`
}

/** Drops defaults that the field's own rules refuse: forms report a missing field like an empty one. */
function withTrueDefaults(object: JsonSchema): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  const required = new Set(object.required)
  for (const [name, property] of Object.entries(object.properties ?? {})) {
    if (typeof property === 'boolean') throw new Error(`${name} has no schema`)
    const { default: byDefault, ...rest } = property
    const refused = isRefused(byDefault, rest)
    if (refused) required.add(name)
    properties[name] = refused ? rest : property
  }
  const { required: _before, ...rest } = object
  return { ...rest, properties, ...(required.size > 0 && { required: [...required] }) }
}

function isRefused(byDefault: unknown, { $ref, minLength = 0, enum: allowed }: JsonSchema): boolean {
  if ($ref !== undefined) return REQUIRED.has($ref)
  if (byDefault === undefined) return false
  if (typeof byDefault === 'string' && byDefault.length < minLength) return true
  return allowed !== undefined && !allowed.some((value) => value === byDefault)
}
