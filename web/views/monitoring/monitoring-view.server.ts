import { formatBytes } from '#domain/backups/time-left.ts'
import type { ProblemKind } from '#domain/monitoring/problems.ts'
import { problemWords } from '#operations/monitoring/problem-words.ts'
import { PLOT_PERIOD_MS, POINT_MS, type MonitoringState } from '#operations/monitoring/read-monitoring.ts'
import type { MonitoringView, PlotView, ProblemView } from './monitoring-view.ts'

type SampledPeriod = MonitoringState['periods'][number]
type Time = (at: number) => string

const LINKS: Record<ProblemKind, ProblemView['link']> = {
  disk: null,
  outbox: { href: '/admin/connections', label: 'Open Connections' },
  backup: { href: '/admin/backups', label: 'Open Backups' },
  refunds: { href: '/admin/orders?state=needs-attention', label: 'View orders that need attention' },
  settlements: { href: '/admin/books/payouts', label: 'Open the payouts' },
  certificate: null,
}

interface Plotted {
  id: string
  title: string
  valueOf: (period: SampledPeriod) => number | null
  words: (value: number) => string
  /** The figure shown for the past: the largest value, or the smallest. */
  extreme: 'most' | 'least'
}

const minutes = POINT_MS / 60_000
const whole = (value: number) => Math.round(value).toLocaleString('en-CA')

const PLOTS: readonly Plotted[] = [
  {
    id: 'requests',
    title: 'Requests per minute',
    valueOf: ({ requests }) => requests / minutes,
    words: whole,
    extreme: 'most',
  },
  {
    id: 'slow',
    title: '95% of responses ready within',
    valueOf: ({ slowMs }) => slowMs,
    words: (value) => `${whole(value)} ms`,
    extreme: 'most',
  },
  {
    id: 'failures',
    title: 'Failed requests',
    valueOf: ({ failures }) => failures,
    words: whole,
    extreme: 'most',
  },
  {
    id: 'event-loop',
    title: 'Longest delay from other work',
    valueOf: ({ eventLoopMs }) => eventLoopMs,
    words: (value) => `${whole(value)} ms`,
    extreme: 'most',
  },
  {
    id: 'waiting',
    title: 'Emails and refunds waiting',
    valueOf: ({ waitingTasks }) => waitingTasks,
    words: whole,
    extreme: 'most',
  },
  {
    id: 'memory',
    title: 'Memory of the largest process',
    valueOf: ({ memoryBytes }) => memoryBytes,
    words: formatBytes,
    extreme: 'most',
  },
  {
    id: 'disk',
    title: 'Free disk space',
    valueOf: ({ diskFreeBytes }) => diskFreeBytes,
    words: formatBytes,
    extreme: 'least',
  },
]

/** The running shop as owners see it at a moment. `time`: a whole moment; `clock`: one of the last day. */
export function monitoringView(
  { problems, failing, periods }: MonitoringState,
  { time, clock, host, now }: { time: Time; clock: Time; host: string; now: number },
): MonitoringView {
  const suppliers = failing.map(({ need, supplier, usedFor, state }): ProblemView => ({
    id: `supplier-${need}`,
    title: `${supplier} is not working`,
    state: `Failing since ${time(state?.failingSince ?? now)}: ${state?.failure ?? ''}`,
    next: `Used for ${usedFor}.`,
    link: LINKS.outbox,
  }))
  const shop = problems.map((problem): ProblemView => {
    const { title, state, next } = problemWords(problem, { time, host })
    return { id: problem.kind, title, state, next, link: LINKS[problem.kind] }
  })
  return {
    problems: [...shop, ...suppliers],
    plots: PLOTS.map((plotted) => plot(plotted, periods, { clock, now })),
    isEmpty: periods.length === 0,
  }
}

function plot(
  { id, title, valueOf, words, extreme }: Plotted,
  periods: readonly SampledPeriod[],
  { clock, now }: { clock: Time; now: number },
): PlotView {
  const values = periods.flatMap((period) => {
    const value = valueOf(period)
    return value === null ? [] : [{ at: period.at, value }]
  })
  const latest = values.at(-1)
  if (latest === undefined) return { id, title, now: 'Nothing measured yet', past: null, points: [] }
  const first = Math.floor((now - PLOT_PERIOD_MS) / POINT_MS)
  const last = Math.floor(now / POINT_MS)
  const byPeriod = new Map(values.map(({ at, value }) => [at / POINT_MS, value]))
  const highest = Math.max(1, ...values.map(({ value }) => value))
  const points = Array.from({ length: last - first + 1 }, (_, step) => {
    const value = byPeriod.get(first + step)
    return value === undefined ? null : Math.round((value / highest) * 1_000) / 1_000
  })
  const better = (one: number, other: number) => (extreme === 'most' ? one > other : one < other)
  const edge = values.reduce((best, one) => (better(one.value, best.value) ? one : best))
  const [current, peak] = [words(latest.value), words(edge.value)]
  const past = `${extreme === 'most' ? 'At most' : 'At least'} ${peak}, ${clock(edge.at)}`
  return { id, title, now: current, past: current === peak ? null : past, points }
}
