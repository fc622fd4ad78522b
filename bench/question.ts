/** One number of an answer. `most` and `least` are what the shop promises; without them the number is for reading. */
export interface Figure {
  what: string
  value: number
  unit: string
  most?: number
  least?: number
}

/** What a question's file exports as `measure`: its figures, and what they were made of. */
export interface Answer {
  figures: Figure[]
  /** Every round, every file: whatever a reader needs to doubt the figures. */
  details: unknown
}

export function isKept({ value, most, least }: Figure): boolean {
  return (most === undefined || value <= most) && (least === undefined || value >= least)
}

/** The middle value; the mean of the two middle ones when there is no single one. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

/** The value below which `share` percent of the others lie, between neighbours in proportion. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = ((sorted.length - 1) * share) / 100
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
