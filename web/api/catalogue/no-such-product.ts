import { problem } from '#web/http/problem.ts'

export function noSuchProduct(): Response {
  return problem({ type: 'not-found', status: 404, title: 'There is no such product.' })
}
