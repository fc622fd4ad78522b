/** The emails to who asked to be told of a drop: the link to confirm, and that it begins. */

export const confirmSubject = (drop: string) => `Confirm that we may tell you about ${drop}`
export const oneLastStep = 'One last step'
export const entered = (drop: string) =>
  `This address was entered to be told when ${drop} begins. Confirm it, and we email you once, shortly before.`
export const notYou = "If it wasn't you, ignore this email: we won't send you another."
export const confirm = 'Tell me'
export const begins = (drop: string) => `${drop} begins soon`
/** `time`: `Friday, December 4 at 6:00 p.m.` */
export const onSale = (time: string) => `On sale ${time}.`
export const toTheDrop = 'To the drop'
export const leave = "Don't tell me"
