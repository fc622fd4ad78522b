/** The name of the order note in local storage (spec 2: kept locally; decisions 3: sent with the order). */
const NOTE_KEY = 'orderNote'

/** What the server takes. */
export const LONGEST_NOTE = 1_000

/** The note as it was left; empty when there is none or the browser keeps nothing. */
export function readOrderNote(): string {
  try {
    return (localStorage.getItem(NOTE_KEY) ?? '').slice(0, LONGEST_NOTE)
  } catch {
    return ''
  }
}

/** Keeps the note; an empty one is forgotten. False when the browser refuses to keep it. */
export function writeOrderNote(note: string): boolean {
  try {
    if (note === '') localStorage.removeItem(NOTE_KEY)
    else localStorage.setItem(NOTE_KEY, note)
    return true
  } catch {
    return false
  }
}
