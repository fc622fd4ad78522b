import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkContactForm, CONTACT_SUBJECTS } from './contact-form.ts'

const FILLED = {
  name: 'Ada Prairie',
  email: 'ada@shopper.example',
  subject: 'support',
  message: 'Where is my hoodie?',
}

describe('the contact form', () => {
  test('reports the first error, from top to bottom', () => {
    const values = { name: ' ', email: 'ada', subject: '', message: ' too short ' }
    expect(checkContactForm(values)).toEqual({ field: 'name', fault: 'no-name' })
    values.name = FILLED.name
    expect(checkContactForm(values)).toEqual({
      field: 'email',
      fault: 'no-email',
    })
    values.email = FILLED.email
    expect(checkContactForm(values)).toEqual({ field: 'subject', fault: 'no-subject' })
    values.subject = FILLED.subject
    expect(checkContactForm(values)).toEqual({
      field: 'message',
      fault: 'short-message',
    })
    values.message = FILLED.message
    expect(checkContactForm(values)).toEqual({ message: FILLED })
  })

  test.each(CONTACT_SUBJECTS)('can be about %s', (subject) => {
    expect(checkContactForm({ ...FILLED, subject })).toEqual({ message: { ...FILLED, subject } })
  })

  test.each(['money', 'toString', 'General'])('cannot be about %s', (subject) => {
    expect(checkContactForm({ ...FILLED, subject })).toMatchObject({ field: 'subject' })
  })

  test('strips invisible characters from name and address', () => {
    const hidden = { ...FILLED, name: '\u202eAda\u202c Prairie', email: `\u200b${FILLED.email}\ufeff` }
    expect(checkContactForm(hidden)).toEqual({ message: FILLED })
    expect(checkContactForm({ ...FILLED, name: '\u2066\u2069' })).toMatchObject({ field: 'name' })
  })

  test('counts the ten characters of a message without blanks around it', () => {
    expect(checkContactForm({ ...FILLED, message: '  123456789  ' })).toMatchObject({ field: 'message' })
    expect(checkContactForm({ ...FILLED, message: '  1234567890 ' })).toMatchObject({
      message: { message: '1234567890' },
    })
  })

  test('keeps the line breaks of a message, and drops characters that a database or a mail header cannot hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const checked = checkContactForm({
          ...FILLED,
          name: `A${text}`,
          message: `1234567890\n${text}\u0000.`,
        })
        if (!('message' in checked)) return
        expect(checked.message.name).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        expect(checked.message.message).toMatch(/^1234567890\n/)
        expect(checked.message.message).not.toMatch(/\0/)
      }),
    )
  })
})
