import { expect, test } from 'vitest'
import { checkGiftDetails } from './gift-details.ts'

const TODAY = '2026-11-27'
const typed = {
  name: ' Ada ',
  email: 'ada@shopper.example',
  message: 'Happy birthday\r\nfrom Bo',
  sendOn: '',
}

test('for whom a gift card is: name, address, words on several lines, and a day from today', () => {
  expect(checkGiftDetails({ ...typed, sendOn: TODAY }, TODAY)).toEqual({
    gift: { name: 'Ada', email: 'ada@shopper.example', message: 'Happy birthday\nfrom Bo', sendOn: TODAY },
  })
})

test.each([
  ['name', { name: ' ' }, 'Enter the name of the recipient.'],
  ['name', { name: 'a'.repeat(101) }, 'Keep the name to 100 characters.'],
  ['email', { email: '' }, 'Enter the email address of the recipient.'],
  ['email', { email: 'ada@' }, 'Enter a valid email address.'],
  ['email', { email: 'ada@shopper.example, bo@shopper.example' }, 'Enter a valid email address.'],
  ['message', { message: 'a'.repeat(5_000) }, 'Keep the message to 500 characters.'],
  ['sendOn', { sendOn: '2026-11-26' }, 'This day is over. Choose today or a later day.'],
  ['sendOn', { sendOn: '2028-01-01' }, 'Choose a day within the next year.'],
  ['sendOn', { sendOn: 'tomorrow' }, 'Choose a day.'],
])('a wrong %s has its error at the field: %j', (field, wrong, error) => {
  expect(checkGiftDetails({ ...typed, ...wrong }, TODAY)).toEqual({ errors: { [field]: error } })
})
