import * as words from '#words/en/checkout/checkout.ts'

/**
 * An error followed by a sentence about the money, unless it has one. `isUnconfirmed`: the answer about a payment was
 * lost, so that nothing may say that it was not charged.
 */
export function withMoney(text: string, isUnconfirmed = false): string {
  const [untilMoney = text] = text.split(` ${words.nothingCharged}`)
  const message = isUnconfirmed ? untilMoney : text
  if (words.aboutMoney.test(message)) return message
  const sentence = /[.!?]$/.test(message) ? message : message + words.endOfSentence
  return `${sentence} ${isUnconfirmed ? words.unsure : words.nothingCharged}`
}
