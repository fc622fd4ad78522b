import { MAX_SAVED_PIECES } from '#domain/accounts/saved-pieces.ts'
import { findCookie } from './cookies.ts'

/** What this browser saved, the latest first. `isJoined`: the customer's place has it, too. */
interface Saved {
  ids: string[]
  isJoined: boolean
}

/** The size that a customer took last in the category of a product. */
export interface TakenSize {
  size: string
  category: string
}

const KEY = 'savedPieces'
const NONE: Saved = { ids: [], isJoined: false }
const listeners = new Set<() => void>()

export function isSignedIn(): boolean {
  return findCookie(document.cookie, 'signed-in') !== null
}

/** What was joined belongs to who was signed in: after they sign out, this browser forgets it. */
function read(): Saved {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Saved> | null
    const ids = Array.isArray(stored?.ids) ? stored.ids.filter((id) => typeof id === 'string') : []
    const isJoined = stored?.isJoined === true
    return isJoined && !isSignedIn() ? NONE : { ids, isJoined }
  } catch {
    return NONE
  }
}

function write(saved: Saved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...saved, ids: saved.ids.slice(0, MAX_SAVED_PIECES) }))
  } catch {
    // A browser without storage saves nothing.
  }
  for (const listener of listeners) listener()
}

export function readSaved(): string[] {
  return read().ids
}

export function onSavedChange(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Saves a piece, or no more. */
export function changeSaved(id: string, isKept: boolean): void {
  const { ids, isJoined } = read()
  const others = ids.filter((one) => one !== id)
  write({ ids: isKept ? [id, ...others] : others, isJoined })
  if (isSignedIn()) void joinSaved(isKept ? { add: [id] } : { remove: [id] })
}

/**
 * Brings this browser in step with the customer's place, where somebody is signed in: what it saved before joins it.
 * Returns the size of `product` that they took last. Without an answer everything stays as it is.
 */
export async function joinSaved({
  add = [],
  remove = [],
  product,
}: { add?: string[]; remove?: string[]; product?: string } = {}): Promise<TakenSize | null> {
  if (!isSignedIn()) return null
  const { ids, isJoined } = read()
  try {
    const answer = await fetch('/api/account/pieces', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ add: isJoined ? add : ids, remove, product }),
    })
    if (!answer.ok) return null
    const { saved, took } = (await answer.json()) as { saved: string[]; took: TakenSize | null }
    write({ ids: saved, isJoined: true })
    return took
  } catch {
    return null
  }
}
