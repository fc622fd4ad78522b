/** How long something can be undone. */
export const UNDO_MS = 10_000

/** What was done, and how to undo it. */
export interface Undo {
  id: number
  text: string
  undo: () => void | Promise<void>
}

let current: Undo | null = null
let lastId = 0
const readers = new Set<() => void>()

/** What can be undone now. */
export function undoable(): Undo | null {
  return current
}

export function watchUndo(read: () => void): () => void {
  readers.add(read)
  return () => readers.delete(read)
}

function set(next: Undo | null): void {
  current = next
  for (const read of readers) read()
}

/** Says what was done, and offers for a while to undo it. Replaces an earlier offer. */
export function offerUndo(text: string, undo: Undo['undo']): void {
  set({ id: ++lastId, text, undo })
}

/** Takes an offer back, unless another one came after it. */
export function dropUndo(id: number): void {
  if (current?.id === id) set(null)
}
