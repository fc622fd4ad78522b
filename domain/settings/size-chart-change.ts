import type { SizeChartDraft } from '#domain/catalog/size-chart.ts'
import type { Size } from '#domain/catalog/size.ts'

type Lengths = ReadonlyMap<Size, number | null>

/**
 * A change of a size chart in words, for its history: `Sleeve added; Chest of M, L`. Blank when shoppers would read the
 * same.
 */
export function sizeChartChange(before: SizeChartDraft, after: SizeChartDraft): string {
  const [old, next] = [columnsOf(before), columnsOf(after)]
  const gone = [...old.keys()].filter((name) => !next.has(name))
  const added: string[] = []
  const renamed: string[] = []
  for (const [name, lengths] of next) {
    if (old.has(name)) continue
    const from = gone.find((one) => differing(old.get(one), lengths).length === 0)
    if (from === undefined) added.push(`${name} added`)
    else renamed.push(`${gone.splice(gone.indexOf(from), 1)[0]} renamed to ${name}`)
  }
  const measured = [...next].flatMap(([name, lengths]) => {
    const sizes = old.has(name) ? differing(old.get(name), lengths) : []
    return sizes.length === 0 ? [] : [`${name} of ${sizes.join(', ')}`]
  })
  const called =
    before.name === undefined || after.name === undefined || before.name === after.name
      ? []
      : [`Renamed from ${before.name} to ${after.name}`]
  const words = [...called, ...added, ...gone.map((name) => `${name} removed`), ...renamed, ...measured]
  if (words.length > 0) return words.join('; ')
  return before.measurements.join('\n') === after.measurements.join('\n') ? '' : 'Order of the measurements'
}

function columnsOf({ measurements, rows }: SizeChartDraft): Map<string, Lengths> {
  return new Map(
    measurements.map((name, at) => [
      name,
      new Map(rows.map(({ size, lengths }) => [size, lengths[at] ?? null])),
    ]),
  )
}

/** The sizes whose lengths differ, in the order of the newer ones. */
function differing(before: Lengths = new Map(), after: Lengths): Size[] {
  const sizes = new Set([...after.keys(), ...before.keys()])
  return [...sizes].filter((size) => (before.get(size) ?? null) !== (after.get(size) ?? null))
}
