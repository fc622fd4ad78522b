import * as v from 'valibot'
import { searchFilter, type ListFilter } from '#domain/list-filter.ts'

const LAST_PAGE = 100_000

/** The search text in the address of a list; empty when there is none. */
export const searchedFor = v.fallback(searchFilter.schema, '')

type Lenient<Schema extends v.GenericSchema<string>> = v.SchemaWithFallback<
  v.UnionSchema<[v.LiteralSchema<'', undefined>, Schema], undefined>,
  ''
>

/** The filters in the address of a list, where an invalid value counts as missing. */
export function inAddress<Filters extends Readonly<Record<string, ListFilter>>>(filters: Filters) {
  const lenient = ({ schema }: ListFilter) => v.fallback(v.union([v.literal(''), schema]), '')
  return Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, lenient(filter)])) as {
    [Name in keyof Filters]: Lenient<Filters[Name]['schema']>
  }
}

/** The query of an address, without empty and default values: `?state=paid&page=2`, or nothing. */
export function queryAddress(query: object, defaults: Readonly<Record<string, unknown>> = {}): string {
  const changed = Object.entries(query).filter(([name, value]) => value !== '' && value !== defaults[name])
  return changed.length === 0
    ? ''
    : `?${new URLSearchParams(changed.map(([name, value]) => [name, String(value)]))}`
}

/** The page number in the address of a list; the first page when it is missing or invalid. */
export const pageParameter = v.fallback(
  v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(LAST_PAGE)),
  1,
)
