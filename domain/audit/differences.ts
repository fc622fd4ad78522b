import type { AuditChange, AuditUnit } from './audit.ts'
import { unitWords } from './unit-words.ts'

/** The label of a nested field, and the unit of its values. */
export interface NestedField {
  label: string
  unit?: AuditUnit
}

/** Nested fields by their keys, at any depth of a document. */
export type NestedFields = Readonly<Record<string, NestedField>>

type Plain = Readonly<Record<string, unknown>>

const MAX_VALUE_LENGTH = 200
/** How many unchanged characters are kept on each side of a changed part of a long text. */
const CONTEXT_LENGTH = 30

/**
 * What differs between two pieces of plain data, leaf by leaf: `Zones, Canada, Post, Price`. Elements of a list are
 * compared with those of the same name, and one that was added or removed is a value in words.
 */
export function differences(
  label: string,
  before: unknown,
  after: unknown,
  fields: NestedFields,
  unit?: AuditUnit,
): AuditChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (isListOfObjects(before) && isListOfObjects(after) && before.length + after.length > 0) {
    return listDifferences(label, before, after, fields)
  }
  if (isObject(before) && isObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(
        `${label}, ${labelOf(key, fields)}`,
        before[key] ?? null,
        after[key] ?? null,
        fields,
        fields[key]?.unit,
      ),
    )
  }
  const [old, next] = [plainWords(before, fields), plainWords(after, fields)]
  if (typeof old === 'string' && typeof next === 'string') {
    const [cutBefore, cutAfter] = cutTexts(old, next)
    return [{ field: label, before: cutBefore, after: cutAfter, ...(unit && { unit }) }]
  }
  return [{ field: label, before: cut(old), after: cut(next), ...(unit && { unit }) }]
}

function listDifferences(
  label: string,
  before: readonly Plain[],
  after: readonly Plain[],
  fields: NestedFields,
): AuditChange[] {
  const [old, next] = [named(before, fields), named(after, fields)]
  const changes = [...old].flatMap(([key, { name, element }]) => {
    const now = next.get(key)
    return now
      ? differences(`${label}, ${now.name || name}`, element, now.element, fields)
      : [{ field: label, before: cut(plainWords(element, fields)), after: null }]
  })
  for (const [key, { element }] of next) {
    if (!old.has(key)) {
      changes.push({ field: label, before: null, after: cut(plainWords(element, fields)) })
    }
  }
  if (changes.length > 0) return changes
  const order = (all: typeof old) => cut([...all.values()].map(({ name }) => name).join('; '))
  return [{ field: `${label}, order`, before: order(old), after: order(next) }]
}

/** The key of a list element: its id if it has one, otherwise its subject. */
const IDENTITIES = [
  ['id'],
  ['value'],
  ['country', 'region', 'kind', 'label', 'from'],
  ['country', 'region', 'postal'],
  ['country'],
  ['hsCode', 'origin'],
  ['upToWeight'],
  ['upToPrice'],
  ['name'],
]

/** The elements by what identifies them. Repeated ones get a number. */
function named(list: readonly Plain[], fields: NestedFields): Map<string, { name: string; element: Plain }> {
  const all = new Map<string, { name: string; element: Plain }>()
  for (const element of list) {
    const keys = IDENTITIES.find((some) => some.every((key) => key in element)) ?? Object.keys(element)
    const identity = JSON.stringify(keys.map((key) => element[key]))
    let free = identity
    for (let copy = 2; all.has(free); copy += 1) free = `${identity} ${copy}`
    all.set(free, { name: nameOf(element, keys, fields), element })
  }
  return all
}

/** `Post`, `Canada Ontario HST`, `up to C$100.00`. */
function nameOf(element: Plain, keys: readonly string[], fields: NestedFields): string {
  const own = [element['name'], element['label']].find((name) => typeof name === 'string' && name !== '')
  if (own !== undefined && !keys.includes('region')) return String(own)
  const shown = keys.filter((key) => key !== 'kind' && element[key] !== '' && element[key] !== null)
  const parts = shown.map((key) => asText(element[key], fields, fields[key]?.unit))
  return parts.filter(Boolean).join(' ') || 'any other'
}

/** Data as a text: lists with commas, objects as their fields with labels. Text, numbers and yes or no stay. */
export function plainWords(value: unknown, fields: NestedFields): AuditChange['before'] {
  if (value === null || value === undefined) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) {
    const isNested = value.some(isObject)
    return value.map((one) => asText(one, fields)).join(isNested ? '; ' : ', ')
  }
  return Object.entries(value as Plain)
    .filter(
      ([key, part]) =>
        key !== 'id' && part !== '' && part !== null && !(Array.isArray(part) && part.length === 0),
    )
    .map(([key, part]) => `${labelOf(key, fields)} ${asText(part, fields, fields[key]?.unit)}`)
    .join(', ')
}

function asText(value: unknown, fields: NestedFields, unit?: AuditUnit): string {
  const words = plainWords(value, fields)
  if (typeof words === 'boolean') return words ? 'yes' : 'no'
  return words === null ? '' : unit ? unitWords(words, unit) : String(words)
}

function labelOf(key: string, fields: NestedFields): string {
  return fields[key]?.label ?? key
}

function cutTexts(before: string, after: string): [string, string] {
  if (before.length <= MAX_VALUE_LENGTH && after.length <= MAX_VALUE_LENGTH) return [before, after]
  let from = 0
  while (from < before.length && before[from] === after[from]) from += 1
  let same = 0
  const most = Math.min(before.length, after.length) - from
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1
  const part = (text: string): string => {
    const start = Math.max(0, from - CONTEXT_LENGTH)
    const end = Math.min(text.length, text.length - same + CONTEXT_LENGTH)
    const shown = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
    return shown.length > MAX_VALUE_LENGTH ? `${shown.slice(0, MAX_VALUE_LENGTH - 1)}…` : shown
  }
  return [part(before), part(after)]
}

function cut(value: AuditChange['before']): AuditChange['before'] {
  return typeof value === 'string' && value.length > MAX_VALUE_LENGTH
    ? `${value.slice(0, MAX_VALUE_LENGTH - 1)}…`
    : value
}

function isObject(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListOfObjects(value: unknown): value is readonly Plain[] {
  return Array.isArray(value) && value.every(isObject)
}
