/** What somebody does before entering a waiting room or a draw that programs attack. */

export const puzzle =
  'Programs are trying to get in right now. When you press the button, your browser first solves a puzzle, which takes a few seconds.'
export const without =
  'That needs JavaScript. Without it, one person from your network can enter every ten minutes.'
export const working = 'Your browser is solving the puzzle. It takes a few seconds.'
export const refused =
  "You haven't entered yet: the puzzle wasn't solved, and somebody from your network entered without it a moment ago. Turn on JavaScript and try again now, or try again in ten minutes."
