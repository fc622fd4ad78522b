/** What answers a request, for counting. `cached`: a page from the page cache; `file`: a built file. */
export const REQUEST_KINDS = ['cached', 'file', 'page', 'staff-page', 'api', 'staff-api', 'order'] as const

/** A kind of request. */
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** The upper ends of the classes of durations, in milliseconds; slower answers make up one more. */
export const DURATION_CLASSES_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000] as const

/** The answers of one kind: how many by hundreds of the status (2 for 200 to 299), and how long they took. */
export interface CountedAnswers {
  byStatus: Map<number, number>
  /** How many took at most as long as each class, one more for the slower ones; not cumulative. */
  byDuration: number[]
  totalMs: number
}

/** The requests that one process has answered since its start. Cheap enough to count every one. */
export class RequestCounts {
  /** Pages from the cache and built files are only counted: they take microseconds. */
  cached = 0
  files = 0
  readonly #answers = new Map<RequestKind, CountedAnswers>()

  /** Counts an answer of the application. */
  answered(kind: RequestKind, status: number, milliseconds: number): void {
    const counted = this.#answers.get(kind) ?? emptyAnswers()
    this.#answers.set(kind, counted)
    const hundreds = Math.floor(status / 100)
    counted.byStatus.set(hundreds, (counted.byStatus.get(hundreds) ?? 0) + 1)
    const found = DURATION_CLASSES_MS.findIndex((most) => milliseconds <= most)
    const at = found === -1 ? DURATION_CLASSES_MS.length : found
    counted.byDuration[at] = (counted.byDuration[at] ?? 0) + 1
    counted.totalMs += milliseconds
  }

  /** The answers of the application so far, by kind. */
  get answers(): ReadonlyMap<RequestKind, CountedAnswers> {
    return this.#answers
  }

  /** The counts so far; `requestsBetween` compares two of them. */
  summary(): RequestSummary {
    const byDuration = emptyAnswers().byDuration
    let [requests, failures] = [this.cached + this.files, 0]
    for (const counted of this.#answers.values()) {
      for (const [hundreds, count] of counted.byStatus) {
        requests += count
        if (hundreds === 5) failures += count
      }
      for (const [at, count] of counted.byDuration.entries()) byDuration[at] = (byDuration[at] ?? 0) + count
    }
    return { requests, failures, byDuration }
  }
}

/** All requests, those that failed on the shop's side (500 to 599), and the application's answers by duration. */
export interface RequestSummary {
  requests: number
  failures: number
  byDuration: readonly number[]
}

/** What was counted between two summaries of one process. */
export function requestsBetween(before: RequestSummary, after: RequestSummary): RequestSummary {
  return {
    requests: after.requests - before.requests,
    failures: after.failures - before.failures,
    byDuration: after.byDuration.map((count, at) => count - (before.byDuration[at] ?? 0)),
  }
}

/**
 * The time in which `share` of the answers were ready, in milliseconds: the upper end of the class that it falls into.
 * Null without answers; for the slowest class the largest end.
 */
export function durationOf(byDuration: readonly number[], share: number): number | null {
  const all = byDuration.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let counted = 0
  for (const [at, most] of DURATION_CLASSES_MS.entries()) {
    counted += byDuration[at] ?? 0
    if (counted >= all * share) return most
  }
  return DURATION_CLASSES_MS.at(-1) ?? null
}

function emptyAnswers(): CountedAnswers {
  return {
    byStatus: new Map(),
    byDuration: Array.from({ length: DURATION_CLASSES_MS.length + 1 }, () => 0),
    totalMs: 0,
  }
}
