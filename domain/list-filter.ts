import * as v from 'valibot'
import { MAX_QUERY_LENGTH } from './plain-text.ts'
import { keysOf } from './record-of.ts'
import { startOfDay } from './shop-day.ts'

/** The most rows of a list that can be selected, and that one request is about: the browser sends more in parts. */
export const MAX_SELECTED = 10_000
export const MAX_AT_ONCE = 50

/** A filter of a staff list: what it takes, and how staff choose that. Without a value it filters nothing. */
export type ListFilter =
  | { input: 'search'; schema: v.GenericSchema<string> }
  | { input: 'date'; label: string; schema: v.GenericSchema<string> }
  | { input: 'text'; label: string; schema: v.GenericSchema<string> }
  | {
      input: 'choice'
      label: string
      /** What stands for no choice. */
      none: string
      choices: Readonly<Record<string, string>>
      schema: v.GenericSchema<string>
    }
  /** One of what the shop has: the screen knows the choices. */
  | { input: 'listed'; label: string; none: string; schema: v.GenericSchema<string> }
  | { input: 'yes'; label: string; schema: v.GenericSchema<string> }

/** The values that filters have; an empty text filters nothing. */
export type FilterValues<Filters extends Readonly<Record<string, ListFilter>>> = {
  [Name in keyof Filters]: v.InferOutput<Filters[Name]['schema']> | ''
}

/** The filters as a program gives them, each or none. Other values are refused. */
export function optionalFilters<Filters extends Readonly<Record<string, ListFilter>>>(filters: Filters) {
  return Object.fromEntries(
    Object.entries(filters).map(([name, { schema }]) => [name, v.optional(schema)]),
  ) as { [Name in keyof Filters]: v.OptionalSchema<Filters[Name]['schema'], undefined> }
}

/** A filter by what staff search for. */
export const searchFilter = {
  input: 'search',
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.replaceAll('\0', '').slice(0, MAX_QUERY_LENGTH)),
  ),
} as const satisfies ListFilter

/** A filter by a day in the shop's time zone. */
export const dayFilter = (label: string) =>
  ({
    input: 'date',
    label,
    schema: v.pipe(
      v.string(),
      v.check((text) => startOfDay(text, 'UTC') !== null, 'Enter a day, such as 2026-11-27.'),
    ),
  }) as const satisfies ListFilter

/** A filter by a text that staff know. */
export const textFilter = (label: string, schema: v.GenericSchema<string>) =>
  ({ input: 'text', label, schema }) as const satisfies ListFilter

/** A filter by one of what the shop has, such as its categories. `none`: what stands for no choice. */
export const listedFilter = (label: string, none: string, schema: v.GenericSchema<string>) =>
  ({ input: 'listed', label, none, schema }) as const satisfies ListFilter

/** A filter that is on, `1`, or off. */
export const yesFilter = (label: string) =>
  ({ input: 'yes', label, schema: v.literal('1') }) as const satisfies ListFilter

/** A filter by one of some choices. `none`: what stands for no choice. */
export const choiceFilter = <const Choice extends string>(
  label: string,
  none: string,
  choices: Readonly<Record<Choice, string>>,
) =>
  ({
    input: 'choice',
    label,
    none,
    choices,
    schema: v.picklist(keysOf(choices)),
  }) as const satisfies ListFilter
