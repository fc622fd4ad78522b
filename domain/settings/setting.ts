import type * as v from 'valibot'
import { keysOf, recordOf } from '#domain/record-of.ts'
import type { Permission } from '#domain/staff/permissions.ts'

/** A field as the general screen of settings offers it. */
export interface SettingField {
  label: string
  kind:
    | 'line'
    | 'lines'
    | 'email'
    | 'phone'
    | 'address'
    | 'time-zone'
    | 'products'
    | 'categories'
    | 'picture'
    | 'film'
    | 'yes'
    | 'color'
    | 'choice'
    | 'mark'
    | 'links'
    | 'sections'
  hint?: string
  /** A field without which this one means nothing: it is not offered while that one is empty. */
  needs?: string
  /** The least width of a picture, in pixels; a new one that is smaller is refused. */
  least?: number
  /** The width from which on a picture is sharp; a smaller one says so. */
  sharp?: number
  /** What can be chosen, and what it is called. */
  choices?: Readonly<Record<string, string>>
  /** How many lines a text of several lines shows. */
  rows?: number
}

/**
 * A setting of the shop: a document that owners change, kept in versions. `Value` is plain data, which goes through
 * JSON unchanged.
 */
export interface Setting<Value extends object> {
  /** Its name in the database and in addresses: `announcement`. Never changes. */
  name: string
  /** Who may change it; otherwise whoever changes settings. */
  permission?: Permission
  /** What owners read. */
  label: string
  /** What it is for, on the screen of all settings. */
  lead?: string
  /** Where shoppers see it. */
  seenAt?: string
  /** Parses what owners send and what is stored. It has to accept every value that was ever saved. */
  schema: v.GenericSchema<unknown, Value>
  /** The value until an owner saves one. */
  fallback: Value
  /** The fields in their order: form, preview, history and audit trail follow. With a form of its own, their labels. */
  fields: Readonly<Record<keyof Value & string, string | SettingField>>
  /**
   * The fields that hold stored pictures or films, `{ key, width }`, at any depth. All that a version ever held are
   * kept.
   */
  pictures?: readonly (keyof Value & string)[]
  /** The environment variables that take precedence over single fields where they are set. */
  variables?: Readonly<Partial<Record<keyof Value & string, string>>>
}

/** A value of a setting with its version; version 0 is the fallback. */
export interface SettingVersion<Value> {
  version: number
  value: Value
}

/** The keys of the stored pictures and films that a value has, each with its field. */
export function pictureKeys<Value extends object>(
  { pictures = [] }: Pick<Setting<Value>, 'pictures'>,
  value: Value,
): [field: keyof Value & string, key: string][] {
  return pictures.flatMap((field) => {
    return fileKeys(value[field]).map((key): [keyof Value & string, string] => [field, key])
  })
}

function fileKeys(held: unknown): string[] {
  if (typeof held !== 'object' || held === null) return []
  const { key, width } = held as { key?: unknown; width?: unknown }
  if (typeof key === 'string' && width !== undefined) return [key]
  return Object.values(held).flatMap(fileKeys)
}

/** What the history says of a change of things in a list. `change`: what was done to one that differs. */
export function listChanges<One extends { id: string; name: string }>(
  before: readonly One[],
  after: readonly One[],
  change: (old: One, one: One) => string = () => 'changed',
): string {
  const removed = before.filter(({ id }) => !after.some((one) => one.id === id))
  const changed = after.flatMap((one) => {
    const old = before.find(({ id }) => id === one.id)
    if (!old) return [`${one.name} added`]
    return JSON.stringify(old) === JSON.stringify(one) ? [] : [`${one.name} ${change(old, one)}`]
  })
  return [...changed, ...removed.map(({ name }) => `${name} deleted`)].join(', ') || 'Order'
}

/** The labels of a setting's fields. */
export function labelsOf<Value extends object>({
  fields,
}: Pick<Setting<Value>, 'fields'>): Record<keyof Value & string, string> {
  return recordOf<Record<keyof Value & string, string>>(keysOf(fields), (name) => {
    const field = fields[name]
    return typeof field === 'string' ? field : field.label
  })
}

/** A change as the history describes it: by the labels of the fields that differ. Blank when none does. */
export function changedFields<Value extends object>(
  setting: Setting<Value>,
  before: Value,
  after: Value,
): string {
  const labels = labelsOf(setting)
  return keysOf(labels)
    .filter((name) => !isSameData(before[name], after[name]))
    .map((name) => labels[name])
    .join(', ')
}

/** The value, with the fields that environment variables determine. */
export function withVariables<Value extends object>(
  { variables }: Pick<Setting<Value>, 'variables'>,
  value: Value,
  environment: Readonly<Record<string, string>>,
): Value {
  const named = Object.entries<string>((variables ?? {}) as Record<string, string>)
  const decided = named.flatMap(([field, variable]) => {
    const text = environment[variable]
    return text === undefined ? [] : [[field, text] as const]
  })
  return decided.length === 0 ? value : { ...value, ...Object.fromEntries(decided) }
}

/** Whether two pieces of plain data are the same, in any order of their keys. */
export function isSameData(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder)
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
