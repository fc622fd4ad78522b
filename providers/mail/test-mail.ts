import { randomUUID } from 'node:crypto'
import { escapeHtml } from '#domain/escape-html.ts'
import { test } from '#words/en/mails/operations.ts'
import type { Mail } from './mailer.ts'

/** A test mail to the staff member who requested it. */
export function testMail(address: string): Mail {
  return {
    id: `test-${randomUUID()}`,
    kind: 'test',
    to: { name: '', address },
    subject: test.subject,
    text: `${test.text}\n`,
    html: `<p>${escapeHtml(test.text)}</p>`,
  }
}
