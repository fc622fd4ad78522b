import { percentile } from '#scripts/robots/percentile.ts'

/** One figure of an answer. `most` and `least` are the promised limits; without them the figure is informational. */
export interface Figure {
  what: string
  value: number
  unit: string
  most?: number
  least?: number
}

/** The result of a question's `measure`: its figures, and the data behind them. */
export interface Answer {
  figures: Figure[]
  /** The raw data: every round, every file. */
  details: unknown
}

export function isKept({ value, most, least }: Figure): boolean {
  return (most === undefined || value <= most) && (least === undefined || value >= least)
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  return percentile(values, 50)
}
