import type { CopySample, LogPosition } from '#domain/backups/copy-progress.ts'

const TIMEOUT_MS = 2_000

/** Reads the progress of a running Litestream. Throws when it does not answer. */
export async function fetchCopySample(port: number, now: () => number): Promise<CopySample> {
  const at = now()
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return readMetrics(await answer.text(), at)
}

/** Reads the metrics of Litestream, in the text format of Prometheus. */
export function readMetrics(text: string, at: number): CopySample {
  const values = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^(litestream_\w+)(?:\{.*\})? (\S+)$/.exec(line) ?? []
    if (name !== undefined) values.set(name, Number(value))
  }
  const position = (index: string, offset: string): LogPosition | null => {
    const found = { index: values.get(index), offset: values.get(offset) }
    return found.index === undefined || found.offset === undefined
      ? null
      : { index: found.index, offset: found.offset }
  }
  return {
    at,
    reads: (values.get('litestream_sync_count') ?? 0) - (values.get('litestream_sync_error_count') ?? 0),
    read: position('litestream_shadow_wal_index', 'litestream_shadow_wal_size'),
    stored: position('litestream_replica_wal_index', 'litestream_replica_wal_offset'),
  }
}
