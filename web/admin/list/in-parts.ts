import { MAX_AT_ONCE } from '#domain/list-filter.ts'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'

type Refused = Extract<StaffAnswer<never>, { kind: 'refused' }>

/** Asks for many rows, part by part. It ends with the first part that is refused; `done`: how many rows came before. */
export async function inParts<Row, Value>(
  rows: readonly Row[],
  ask: (part: readonly Row[], done: number) => Promise<StaffAnswer<Value, unknown>>,
): Promise<{ values: Value[]; refused: null } | { values: Value[]; refused: Refused; done: number }> {
  const values: Value[] = []
  for (let done = 0; done < rows.length; done += MAX_AT_ONCE) {
    const answer = await ask(rows.slice(done, done + MAX_AT_ONCE), done)
    if (answer.kind === 'refused') return { values, refused: answer as Refused, done }
    values.push(answer.value)
  }
  return { values, refused: null }
}
