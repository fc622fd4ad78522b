/** The emails to who asked to be told of a drop, or of a size that is sold out: the link to confirm, and the news. */

export const confirmDrop = (drop: string) => `Confirm that we may tell you about ${drop}`
export const confirmSize = (product: string, size: string) =>
  `Confirm that we may tell you about ${product}, ${size}`
export const oneLastStep = 'One last step'
export const enteredForDrop = (drop: string) =>
  `This address was entered to be told when ${drop} begins. Confirm it, and we email you once, shortly before.`
export const enteredForSize = (product: string, size: string) =>
  `This address was entered to be told when ${product} is back in ${size}. Confirm it, and we email you once, when it is.`
export const notYou = "If it wasn't you, ignore this email: we won't send you another."
export const confirm = 'Tell me'
export const begins = (drop: string) => `${drop} begins soon`
/** `time`: `Friday, December 4 at 6:00 p.m.` */
export const onSale = (time: string) => `On sale ${time}.`
export const toTheDrop = 'To the drop'
export const isBack = (product: string, size: string) => `${product} is back in ${size}`
export const firstCome =
  'You asked us to tell you. Not everybody who asked gets this email at once, but it isn’t held for you either: buy it while it’s there.'
export const mayHold = (minutes: number) =>
  `You asked us to tell you. Not everybody who asked gets this email at once. While one is there, the link holds it for you for ${minutes} minutes.`
export const holdOne = 'Hold one for me'
export const toTheProduct = 'To the product'
export const leave = "Don't tell me"
