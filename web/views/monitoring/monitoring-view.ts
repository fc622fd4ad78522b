/** The running shop as owners see it. All words and times are ready to be shown. */
export interface MonitoringView {
  problems: ProblemView[]
  plots: PlotView[]
  /** Before the first minute is over there is nothing to plot. */
  isEmpty: boolean
}

/** Something that needs a person. `link`: where it is looked into. */
export interface ProblemView {
  id: string
  title: string
  state: string
  next: string
  link: { href: string; label: string } | null
}

/** A measurement of the last day. `points`: heights from 0 to 1, a day ago first; null where nothing was measured. */
export interface PlotView {
  id: string
  title: string
  now: string
  /** When it was most, or least; null when that is now. */
  past: string | null
  points: (number | null)[]
}
