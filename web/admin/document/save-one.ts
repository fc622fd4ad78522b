import type { SettingVersion } from '#domain/settings/setting.ts'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'

/** All things of a setting that is a list of them, as one version. */
export type ListVersion<Name extends string, One> = SettingVersion<Record<Name, readonly One[]>>

/** A setting that is a list of things, each of which staff edit and save by itself. */
export interface ListKind<Name extends string, One extends { id: string }> {
  name: Name
  /** One of them, as screens say it: `Drop`. */
  title: string
  /** The screen of the list. That of one thing is below it. */
  address: string
  send(version: number, list: readonly object[]): Promise<StaffAnswer<ListVersion<Name, One>>>
  undo(body: { version: number; to: number }): Promise<StaffAnswer<ListVersion<Name, One>>>
}

/**
 * Saves one thing of a list, or its removal (`one` null), and what others did to the rest of the list in the meantime
 * with it. A fault is named by its place within the thing. `base`: the version that was changed.
 */
export async function saveOne<Name extends string, One extends { id: string }>(
  { name, send }: ListKind<Name, One>,
  base: ListVersion<Name, One>,
  { id, one }: { id: string; one: object | null },
): Promise<StaffAnswer<ListVersion<Name, One>>> {
  const others = ({ value }: typeof base) => value[name].filter((other) => other.id !== id)
  // At the end, where what two of them cannot both have is its fault.
  const save = (on: typeof base) => send(on.version, [...others(on), ...(one === null ? [] : [one])])
  const asItWas = ({ value }: typeof base) => JSON.stringify(value[name].find((other) => other.id === id))
  const first = await save(base)
  const current = first.kind === 'refused' && first.code === 'changed-meanwhile' ? first.current : undefined
  const answer = current && asItWas(current) === asItWas(base) ? await save(current) : first
  if (answer.kind === 'done') return answer
  const within = new RegExp(`^value/${name}/\\d+/`)
  const places = Object.entries(answer.fields).map(([place, message]) => [place.replace(within, ''), message])
  return { ...answer, fields: Object.fromEntries(places) }
}
