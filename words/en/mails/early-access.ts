/** The email with the link that opens a drop before the sale. */

export const subject = (drop: string) => `Your early access to ${drop}`
/** `time`: `Friday, December 4 at 6:00 p.m.` */
export const next = (time: string) =>
  `Open this link on the phone or computer that you shop with. It works once, and from then on that browser can order before everyone else, who can from ${time}.`
export const open = 'Open early access'
export const notYou = "If you didn't ask for it, ignore this email. Don't pass the link on."
