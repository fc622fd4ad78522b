import { findCountry } from '#domain/places/countries.ts'
import { regionsOf } from '#domain/places/regions.ts'
import { registrationOf, rowsOn, taxKey, type TaxRow } from './tax-table.ts'

/** What is wrong with a field of a row. */
export interface TableFault {
  row: number
  field: keyof TaxRow
  message: string
}

/** What contradicts itself in a table whose values are right one by one. */
export function findTableFaults(table: readonly TaxRow[]): TableFault[] {
  return table.flatMap((row, position) => {
    const fault = (field: keyof TaxRow, message: string): TableFault => ({ row: position, field, message })
    const before = table.slice(0, position)
    return [
      ...(findCountry(row.country) === null ? [fault('country', 'Choose a country.')] : []),
      ...(isRegion(row) ? [] : [fault('region', `“${row.region}” is not a region of this country.`)]),
      ...(before.some((other) => taxKey(other) === taxKey(row) && other.from === row.from)
        ? [fault('from', 'This tax has another rate from the same day here: the dates overlap.')]
        : []),
      ...(overlapsHst(row, table)
        ? [fault('kind', 'HST contains GST: end one with a rate of 0 before the other begins here.')]
        : []),
    ]
  })
}

/** Whether a place has a list of regions and this is one of them; a country without a list takes any. */
function isRegion({ country, region }: TaxRow): boolean {
  return region === '' || (regionsOf(country)?.names.includes(region) ?? true)
}

/** Whether GST and HST would both be charged in one place on some day. The later of both rows is the fault. */
function overlapsHst(row: TaxRow, table: readonly TaxRow[]): boolean {
  if ((row.kind !== 'gst' && row.kind !== 'hst') || row.milliPercent === 0) return false
  const others = table.filter(
    (other) =>
      registrationOf(other) === registrationOf(row) &&
      other.kind !== row.kind &&
      (other.region === row.region || other.region === '' || row.region === ''),
  )
  return rowsOn(others, [registrationOf(row)], row.from).length > 0
}
