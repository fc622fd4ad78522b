const TIME = new Intl.DateTimeFormat('en-CA', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Regina', // Saskatoon
})

/** A time (epoch milliseconds) as staff read it, wherever their browser is. */
export function saskatoonTime(time: number): string {
  return TIME.format(time)
}
