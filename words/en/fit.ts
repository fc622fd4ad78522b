import { plural } from './language.ts'

/** How pieces fit: the email that asks, the page of its links, and what products say of the answers. */

export const answers = { small: 'Runs small', true: 'True to size', large: 'Runs large' }

export const heading = 'How it fits'
export const verdicts = { ...answers, mixed: 'Fits vary' }
export const shares = (small: number, right: number, large: number) =>
  `${small}% say small, ${right}% true to size, ${large}% large`
export const answerCount = (count: number) =>
  plural(count, { one: `${count} answer`, other: `${count} answers` })
export const summary = (shares: string, answers: string) => `${shares} (${answers})`
export const bySize = 'How each size fits'
export const ofSize = (size: string, verdict: string) => `${size}: ${verdict}`

export const ask = 'How does it fit?'
export const description = 'Say how the pieces of your order fit.'
export const intro = 'Your answer helps others choose their size. Only buyers are asked.'
export const send = 'Send'
export const thanks = 'Thank you. Your answer is stored.'
export const until = (day: string) => `You can change it until ${day}.`
export const ended = 'This link doesn’t work any more'
export const endedNext = 'Answers can be given for two months, for pieces that you kept.'

export const wordsOf = (item: string) => `More about ${item}`
export const yourWords = 'Your words (optional)'
export const wordsNext =
  'We read them first; then they may be on the page of the product, with the size that you have. Empty: nothing is shown.'
export const wordsStates = {
  waiting: 'We read them first; then they may be on the page of the product. Empty them to take them back.',
  published:
    'They are on the page of the product. Changed words are read again; empty them to take them back.',
  refused: 'They are not shown. You can change them.',
  'taken-down': 'They are no longer shown. You can change them.',
}
export const withName = (name: string) => `Show my first name, ${name}`
export const sendWords = 'Send these words'
export const wordsStored = 'Thank you. Your words are stored.'

export const said = 'What buyers say'
export const by = (name: string, size: string, answer: string) =>
  name === '' ? `Size ${size}: ${answer}` : `${name}, size ${size}: ${answer}`

export const ownAnswers = 'How your pieces fit'
export const isAsked = 'Some days after delivery we ask how your pieces fit.'
export const notAsked = 'We do not ask how your pieces fit.'
export const askMe = 'Ask me how pieces fit'
export const deleteAnswer = 'Delete'
export const deleteAnswerOf = (item: string) => `Delete your answer about ${item}`
export const ownAnswer = (item: string, answer: string) => `${item}: ${answer}`
export const ownStates = {
  waiting: 'We have not read your words yet.',
  published: 'Your words are shown.',
  refused: 'Your words are not shown.',
  'taken-down': 'Your words are no longer shown.',
}

export const toTheShop = 'To the shop'

export const leaving = 'No more emails about how pieces fit?'
export const leavingNext = (email: string) => `We asked ${email} how your pieces fit.`
export const leave = 'Don’t ask me again'
export const left = 'We won’t ask you again'
export const leftNext = (email: string) => `${email} gets no more emails about how pieces fit.`
export const linkUnknown = 'This link doesn’t work'
export const linkUnknownNext = 'It may have been cut off. Copy the whole link from the email and try again.'

export const mailSubject = (shop: string) => `How does it fit? Your order from ${shop}`
export const mailHeading = 'How does it fit?'
export const mailNext =
  'One tap helps others choose their size. It opens a page with your answer; the button there sends it.'
export const mailLeave = 'Don’t ask me how pieces fit'
