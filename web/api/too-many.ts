import { problem } from '#web/http/problem.ts'
import type { Words } from '#words/languages.ts'

/** Too many attempts: 429 with the time to wait, in a sentence and in Retry-After. */
export function tooMany(
  { kind, waitSeconds }: { kind: string; waitSeconds: number },
  why: (wait: string) => string,
  words: Words['checkout/refusals'],
): Response {
  const title = why(waitWords(waitSeconds, words))
  const refused = problem({ type: kind, status: 429, title })
  refused.headers.set('retry-after', String(waitSeconds))
  return refused
}

function waitWords(seconds: number, words: Words['checkout/refusals']): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes <= 120 ? words.minutes(minutes) : words.hours(Math.ceil(minutes / 60))
}
