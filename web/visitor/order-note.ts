/** The name of the order note in local storage (spec 2: kept locally; decisions 3: sent with the order). */
const NOTE_KEY = 'orderNote'

/** The longest note that the server accepts. */
export const MAX_NOTE_LENGTH = 1_000

/** The stored note; empty when there is none or storage is blocked. */
export function readOrderNote(): string {
  try {
    return (localStorage.getItem(NOTE_KEY) ?? '').slice(0, MAX_NOTE_LENGTH)
  } catch {
    return ''
  }
}

/** Stores the note; an empty one is removed. False when the browser refuses to store it. */
export function writeOrderNote(note: string): boolean {
  try {
    if (note === '') localStorage.removeItem(NOTE_KEY)
    else localStorage.setItem(NOTE_KEY, note)
    return true
  } catch {
    return false
  }
}
