import { plural } from '#words/en/language.ts'

/** The emails to who enters the draw of a drop. */

export const confirmSubject = (drop: string) => `Confirm your entry for ${drop}`
export const oneLastStep = 'One last step'
/** `time`: `Friday, December 4 at 6:00 p.m.` */
export const confirmNext = (drop: string, time: string) =>
  `This address was entered in the draw of ${drop}. Confirm it by ${time}, or it takes no part.`
export const notYou = "If it wasn't you, ignore this email: without the button nothing happens."
export const confirm = 'Confirm your entry'
export const enteredSubject = (drop: string) => `You're in the draw of ${drop}`
export const entered = (time: string) =>
  `Winners are drawn ${time}, and we email you either way. Until then you can take your entry back.`
export const seeEntry = 'See your entry'

export const wonSubject = (drop: string) => `You've won in the draw of ${drop}`
export const won = (items: string, amount: string, time: string) =>
  `Until ${time} we hold ${items} for you: pay ${amount} by then, or it goes to the next in line.`
export const item = (quantity: number, name: string, size: string) => `${quantity} x ${name}, ${size}`
export const fewer = (asked: number) => `You asked for ${asked}. Fewer were left when your turn came.`
export const payBy = 'Pay by'
export const toPay = 'To pay'
export const pay = (amount: string) => `Pay ${amount}`

export const lostSubject = (drop: string) => `Not this time: ${drop}`
export const lost = (present: number) =>
  `The draw is over, and there were not enough pieces for everyone. ${plural(present, { one: '1 entry took', other: `${present} entries took` })} part. Your data in it is deleted after 30 days.`
export const check = 'How it was drawn'
export const cancelledSubject = (drop: string) => `The draw of ${drop} is cancelled`
export const cancelled =
  'No winners are drawn. Nothing was charged, and your data in it is deleted after 30 days.'
export const toTheDrop = 'To the drop'
