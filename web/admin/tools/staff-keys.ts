/** The keys of the staff area, as its help lists them. `single`: keys without Ctrl, which can be turned off. */
export const STAFF_KEYS = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Go to a screen or an order', single: false },
  { keys: ['?'], does: 'Show keyboard shortcuts', single: true },
  { keys: ['/'], does: 'Search the list', single: true },
  { keys: ['j', 'k'], does: 'Next and previous order or product of the list', single: true },
  { keys: ['x'], does: 'Select it, or clear it', single: true },
  { keys: ['Shift x'], does: 'Select all from the last selected one to this one', single: true },
  { keys: ['a'], does: 'Select all that match', single: true },
  { keys: ['f'], does: 'Fulfil the selected orders, or the one in focus', single: true },
  { keys: ['h'], does: 'Put them on hold', single: true },
  { keys: ['n'], does: 'Add a note to them', single: true },
  { keys: ['p'], does: 'Print their pick list and slips', single: true },
  { keys: ['b'], does: 'Make a batch of them', single: true },
  { keys: ['e'], does: 'Change the selected products, or the one in focus', single: true },
  { keys: ['Enter'], does: 'Open the order', single: false },
  { keys: ['z'], does: 'Undo, while the message about it is shown', single: true },
] as const

const STORED = 'staff-single-keys'

/** Whether single keys work: staff who dictate, or whose keys stick, can turn them off (WCAG 2.1.4). */
export function areSingleKeysEnabled(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

/** Turns single keys on or off in this browser. */
export function enableSingleKeys(work: boolean): void {
  try {
    localStorage.setItem(STORED, work ? 'on' : 'off')
  } catch {
    // Without storage they stay on.
  }
}

const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable], dialog'

/** The single key of an event; null when it is part of typing, of a dialog, or of another key combination. */
export function singleKeyOf(event: KeyboardEvent): string | null {
  const { target, ctrlKey, metaKey, altKey, defaultPrevented, isComposing, key } = event
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing) return null
  if (target instanceof Element && target.closest(TYPED_INTO)) return null
  return areSingleKeysEnabled() ? key : null
}
