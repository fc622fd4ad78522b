/** One value of a metric, with its labels. `suffix`: of a histogram's rows. */
export interface MetricValue {
  labels?: Record<string, string>
  value: number
  suffix?: '_bucket' | '_sum' | '_count'
}

/** A metric of the Prometheus text format. */
export interface Metric {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  values: readonly MetricValue[]
}

/** The media type of the Prometheus text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Writes metrics in the Prometheus text format, version 0.0.4. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ values }) => values.length > 0)
    .flatMap(({ name, type, help, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...values.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
