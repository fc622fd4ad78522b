import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MailError } from '#providers/mail/mail-error.ts'
import { SmtpMailer } from '#providers/mail/smtp/smtp-mailer.ts'
import { selfSignedCertificate } from '#test/fakes/self-signed-certificate.ts'
import { A_MAIL, recordedReport, MAIL_PARTS, smtpSettings } from '#test/support/mail/mail-parts.ts'

/** A mail as Python's parser read it. */
interface ReceivedMail {
  from: string
  to: string[]
  headers: Record<string, string>
  type: string
  parts: Record<string, string>
  defects: string[]
}

// aiosmtpd and the parser of Python, which others wrote: Debian's package python3-aiosmtpd.
const DEBIANS_PYTHON = '/usr/bin/python3'
const password = 'wears-red-7'
const place = mkdtempSync(join(tmpdir(), 'redemption-aiosmtpd-'))
const received: ReceivedMail[] = []
const usual = getCACertificates('default')
let server: ChildProcess
let port = 0

beforeAll(async () => {
  const { cert, key } = selfSignedCertificate()
  setDefaultCACertificates([cert])
  const [certFile, keyFile] = [join(place, 'cert.pem'), join(place, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  const program = join(import.meta.dirname, '../../support/mail/aiosmtpd-server.py')
  const python = existsSync(DEBIANS_PYTHON) ? DEBIANS_PYTHON : 'python3'
  server = spawn(python, [program, certFile, keyFile, password], { stdio: ['ignore', 'pipe', 'ignore'] })
  createInterface({ input: server.stdout! }).on('line', (line) => {
    if (port === 0) port = Number(line)
    else received.push(JSON.parse(line) as ReceivedMail)
  })
  await vi.waitFor(() => expect(port, 'Is python3-aiosmtpd installed?').toBeGreaterThan(0), 20_000)
})

afterAll(() => {
  server.kill()
  setDefaultCACertificates(usual)
  rmSync(place, { recursive: true, force: true })
})

function mailer(login = { user: 'shop', password }) {
  const { report, told } = recordedReport()
  const settings = smtpSettings(port, { security: 'starttls', login })
  return { told, mailer: new SmtpMailer(settings, { ...MAIL_PARTS, report }) }
}

test('a mail arrives over STARTTLS with a login, and Python reads it without a defect', async () => {
  const { mailer: sender, told } = mailer()
  const name = 'Zoë Ōkafor, “Sam”'
  const text = `Thanks for your order, Zoë!\n\n.\n${'A long line. '.repeat(120)}\n`
  await sender.send({
    ...A_MAIL,
    to: { name, address: 'zoe@shopper.example' },
    subject: 'Your Redemption order — naïve 赤',
    text,
    html: `<p>${'Thanks, Zoë! '.repeat(100)}</p>`,
  })
  await sender.close()
  expect(told).toEqual(['worked'])
  await expect.poll(() => received.length).toBe(1)
  const [mail] = received
  expect(mail).toMatchObject({
    from: 'shop@shop.example',
    to: ['zoe@shopper.example'],
    type: 'multipart/alternative',
    defects: [],
    headers: {
      from: 'Redemption <shop@shop.example>',
      subject: 'Your Redemption order — naïve 赤',
      'message-id': '<order-confirmation-1@wear.shop.example>',
      'auto-submitted': 'auto-generated',
      date: 'Sat, 21 Nov 2026 12:00:00 +0000',
    },
  })
  expect(mail?.headers['to']).toContain('zoe@shopper.example')
  expect(mail?.headers['to']).toContain('Ōkafor')
  expect(mail?.parts['text/plain']?.replaceAll('\r\n', '\n')).toBe(text)
  expect(mail?.parts['text/html']).toContain('Thanks, Zoë!')
})

test.each([
  ['gone@shopper.example', 'recipient', '550 5.1.1 No such mailbox'],
  ['later@shopper.example', 'mail', '451 4.7.1 Greylisted'],
])(
  'a refusal of %s is reported in the words of the server, and concerns the %s',
  async (address, concerns, words) => {
    const { mailer: sender } = mailer()
    const sending = sender.send({ ...A_MAIL, to: { name: '', address } })
    const error = await sending.catch((reason: unknown) => reason as MailError)
    await sender.close()
    expect(error).toMatchObject({ concerns, message: expect.stringContaining(words) })
  },
)

test('a wrong password is refused', async () => {
  const { mailer: sender, told } = mailer({ user: 'shop', password: 'wears-blue-8' })
  await expect(sender.send(A_MAIL)).rejects.toThrow(/535/)
  await sender.close()
  expect(told).toEqual([expect.stringContaining('535')])
})
