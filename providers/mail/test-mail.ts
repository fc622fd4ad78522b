import { randomUUID } from 'node:crypto'
import type { Mail } from './mailer.ts'

const TEXT = 'This is a test of the shop’s mail service. It works.'

/** A mail that tries the service, to the staff member who asked for it. */
export function testMail(address: string): Mail {
  return {
    id: `test-${randomUUID()}`,
    kind: 'test',
    to: { name: '', address },
    subject: 'Test mail from the Redemption shop',
    text: `${TEXT}\n`,
    html: `<p>${TEXT}</p>`,
  }
}
