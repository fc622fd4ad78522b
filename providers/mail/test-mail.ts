import { randomUUID } from 'node:crypto'
import type { Mail } from './mailer.ts'

const TEXT = 'This mail was sent to see whether the mail service of the shop works. It does.'

/** A mail that tries the service, to the staff member who asked for it. */
export function testMail(address: string): Mail {
  return {
    id: `test-${randomUUID()}`,
    kind: 'test',
    to: { name: '', address },
    subject: 'A test mail of the Redemption shop',
    text: `${TEXT}\n`,
    html: `<p>${TEXT}</p>`,
  }
}
