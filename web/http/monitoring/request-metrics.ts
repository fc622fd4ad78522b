import { DURATION_CLASSES_MS, type RequestCounts } from '#domain/monitoring/request-counts.ts'
import type { ProcessMeter } from '#operations/monitoring/process-meter.ts'
import type { PageCache } from '#web/http/cache/page-cache.ts'
import type { Metric, MetricValue } from './metrics-text.ts'

/** What this process has answered since its start. */
export function requestMetrics({ cached, files, answers }: RequestCounts): Metric[] {
  const statuses: MetricValue[] = []
  const durations: MetricValue[] = []
  for (const [kind, { byStatus, byDuration, totalMs }] of answers) {
    for (const [hundreds, value] of byStatus) {
      statuses.push({ labels: { kind, status: `${hundreds}xx` }, value })
    }
    let value = 0
    for (const [at, count] of byDuration.entries()) {
      value += count
      const most = DURATION_CLASSES_MS[at]
      const le = most === undefined ? '+Inf' : String(most / 1_000)
      durations.push({ suffix: '_bucket', labels: { kind, le }, value })
    }
    durations.push({ suffix: '_sum', labels: { kind }, value: totalMs / 1_000 })
    durations.push({ suffix: '_count', labels: { kind }, value })
  }
  return [
    counter('redemption_cached_pages_total', 'Pages answered from the page cache', cached),
    counter('redemption_files_total', 'Built files answered: scripts, styles, fonts', files),
    {
      name: 'redemption_answers_total',
      type: 'counter',
      help: 'Answers of the application, by what was requested',
      values: statuses,
    },
    {
      name: 'redemption_answer_seconds',
      type: 'histogram',
      help: 'The time until an answer of the application was sent',
      values: durations,
    },
  ]
}

/** The state of this process: memory, event loop, page cache. */
export function processMetrics({ eventLoop }: ProcessMeter, cache: PageCache): Metric[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { mostlyMs, worstMs } = eventLoop
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process', rss),
    gauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript', heapUsed),
    counter('process_cpu_seconds_total', 'CPU time of the process', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'When the process started', (Date.now() - performance.now()) / 1_000),
    {
      name: 'redemption_event_loop_delay_seconds',
      type: 'gauge',
      help: 'How long other work held up requests in the current minute',
      values: [
        { labels: { quantile: '0.99' }, value: mostlyMs / 1_000 },
        { labels: { quantile: '1' }, value: worstMs / 1_000 },
      ],
    },
    gauge('redemption_page_cache_pages', 'Pages in the page cache', cache.size),
    gauge('redemption_page_cache_bytes', 'Size of the page cache', cache.bytes),
  ]
}

/** A metric with one value. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, values: [{ value }] }
}

function counter(name: string, help: string, value: number): Metric {
  return { name, type: 'counter', help, values: [{ value }] }
}
