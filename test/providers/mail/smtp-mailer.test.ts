import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { MailError } from '#providers/mail/mail-error.ts'
import { SmtpMailer, type SmtpTimeouts, type SmtpSettings } from '#providers/mail/smtp/smtp-mailer.ts'
import {
  certificateChain,
  selfSignedCertificate,
  type SelfSigned,
} from '#test/fakes/self-signed-certificate.ts'
import { startSmtpFake, type SmtpFake, type SmtpFakeOptions, type SmtpStage } from '#test/fakes/smtp-fake.ts'
import { A_MAIL, recordedReport, MAIL_PARTS, smtpSettings } from '#test/support/mail/mail-parts.ts'

const ROOT = join(import.meta.dirname, '../../..')
const LOGIN = { user: 'shop', password: 'wears-red-7' }
/** A busy machine may answer this late; only tests of silence wait for less. */
const TIMEOUTS: SmtpTimeouts = { connectMs: 30_000, answerMs: 30_000, mailMs: 60_000 }

describe('SMTP', () => {
  const open: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.close()
  })

  async function serverWith(options?: SmtpFakeOptions): Promise<SmtpFake> {
    const server = await startSmtpFake(options)
    open.push({ close: () => server.stop() })
    return server
  }

  function mailerFor(server: SmtpFake, changes: Partial<SmtpSettings> = {}, timeouts = TIMEOUTS) {
    const { told, report } = recordedReport()
    const mailer = new SmtpMailer(smtpSettings(server.port, changes), { ...MAIL_PARTS, report }, timeouts)
    open.push(mailer)
    return { mailer, told, failure: () => mailer.send(A_MAIL).catch((error: unknown) => error as MailError) }
  }

  test('names the sender, the date, the mail’s id, and that a program wrote it', async () => {
    const server = await serverWith()
    const { mailer, told } = mailerFor(server)
    await mailer.send(A_MAIL)
    const [mail] = server.mails
    expect(mail).toMatchObject({ from: 'shop@shop.example', to: 'ada@shopper.example' })
    expect(mail?.parsed).toMatchObject({
      from: { name: 'Redemption', address: 'shop@shop.example' },
      messageId: '<order-confirmation-1@wear.shop.example>',
      date: '2026-11-21T12:00:00.000Z',
    })
    const header = (name: string) => mail?.parsed.headers.find(({ key }) => key === name)?.value
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(header('list-unsubscribe')).toBe(undefined)
    expect(told).toEqual(['worked'])
  })

  test('marks a message of the contact form as written by a person', async () => {
    const server = await serverWith()
    const { mailer } = mailerFor(server)
    await mailer.send({ ...A_MAIL, kind: 'contact-message' })
    expect(server.mails[0]?.raw).not.toMatch(/^Auto-Submitted/im)
  })

  test('sends mails over a few shared connections', async () => {
    const server = await serverWith()
    const { mailer } = mailerFor(server)
    await Promise.all(Array.from({ length: 30 }, (_, turn) => mailer.send({ ...A_MAIL, id: `mail-${turn}` })))
    expect(new Set(server.mails.map(({ parsed }) => parsed.messageId)).size).toBe(30)
    expect(server.connections()).toBeLessThanOrEqual(5)
  })

  test('sends the next mail once to a server that ended an idle connection', async () => {
    const server = await serverWith()
    const { mailer } = mailerFor(server)
    await mailer.send(A_MAIL)
    await server.stop()
    await server.start()
    await mailer.send({ ...A_MAIL, id: 'second' })
    expect(server.mails.map(({ parsed }) => parsed.messageId)).toEqual([
      '<order-confirmation-1@wear.shop.example>',
      '<second@wear.shop.example>',
    ])
  })

  test('signs both unsubscribe headers with DKIM, as RFC 8058 asks', async () => {
    const server = await serverWith()
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1_024 })
    const dkim = {
      domain: 'shop.example',
      selector: 'shop2026',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    }
    const { mailer } = mailerFor(server, { dkim })
    await mailer.send({ ...A_MAIL, unsubscribe: 'https://wear.shop.example/newsletter/unsubscribe?token=1' })
    const [mail] = server.mails
    const header = (name: string) => mail?.parsed.headers.find(({ key }) => key === name)?.value ?? ''
    expect(header('list-unsubscribe')).toBe('<https://wear.shop.example/newsletter/unsubscribe?token=1>')
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const signature = header('dkim-signature').replaceAll(/\s/g, '')
    expect(signature).toMatch(/d=shop\.example;.*s=shop2026;/)
    expect(/;h=([^;]+);/.exec(signature)?.[1]?.toLowerCase().split(':')).toEqual(
      expect.arrayContaining(['from', 'list-unsubscribe', 'list-unsubscribe-post']),
    )
  })

  describe('TLS and login', () => {
    test.each(['tls', 'starttls'] as const)(
      'with %s an untrusted certificate is refused before the password is sent',
      async (how) => {
        const server = await serverWith({ tls: { how, certificate: selfSignedCertificate() }, login: LOGIN })
        const { failure, told } = mailerFor(server, { security: how, login: LOGIN })
        expect(await failure()).toMatchObject({ kind: 'tls', concerns: 'service', isAttempt: false })
        expect(told).toEqual([
          `The mail server 127.0.0.1:${server.port} has a certificate that no authority has signed. To trust it, put its certificate into a file and name that in NODE_EXTRA_CA_CERTS.`,
        ])
        expect(server.mails).toEqual([])
      },
    )

    const { root, intermediate, server: leaf } = certificateChain()
    const sends = (...sent: SelfSigned[]) => ({ ...leaf, cert: sent.map(({ cert }) => cert).join('') })
    const own = selfSignedCertificate()

    test.each([
      [
        'of a private authority',
        sends(leaf, intermediate, root),
        'has a certificate of a private authority. To',
      ],
      [
        'of an unknown authority',
        sends(leaf, intermediate),
        'has a certificate of an authority that is not known',
      ],
      [
        'without its intermediate one',
        sends(leaf),
        'or leaves out the certificate between the two. Have it send',
      ],
    ])('a certificate %s is refused with what to do', async (_what, certificate, words) => {
      const server = await serverWith({ tls: { how: 'tls', certificate }, login: LOGIN })
      const { failure } = mailerFor(server, { security: 'tls', login: LOGIN })
      expect(await failure()).toMatchObject({ kind: 'tls', message: expect.stringContaining(words) })
    })

    test.each([
      ['its own', 'tls', 'the environment', own, own.cert],
      ['its own', 'starttls', 'the environment', own, own.cert],
      ['its own', 'tls', 'the file .env', own, own.cert],
      ['of a private authority', 'tls', 'the file .env', sends(leaf, intermediate), root.cert],
      ['without the intermediate one', 'tls', 'the file .env', sends(leaf), root.cert + intermediate.cert],
    ] as const)(
      'a certificate (%s) is trusted with %s when NODE_EXTRA_CA_CERTS in %s names what is missing',
      async (_whose, how, where, certificate, missing) => {
        const folder = mkdtempSync(join(tmpdir(), 'redemption-ca-'))
        open.push({ close: async () => rmSync(folder, { recursive: true }) })
        const file = join(folder, 'ca.pem')
        writeFileSync(file, missing)
        const server = await serverWith({ tls: { how, certificate }, login: LOGIN })
        // The file .env of the checkout is not this test's.
        const envFile = join(folder, 'scripts/env-file.js')
        cpSync(join(ROOT, 'scripts/env-file.js'), envFile)
        if (where === 'the file .env') writeFileSync(join(folder, '.env'), `NODE_EXTRA_CA_CERTS=${file}`)
        const script = join(ROOT, 'test/support/mail/send-over-tls.ts')
        const args = ['--import', envFile, script, `${server.port}`, how, LOGIN.user, LOGIN.password]
        const { NODE_EXTRA_CA_CERTS: _, ...others } = process.env
        const sender = spawn(process.execPath, args, {
          env: { ...others, ...(where === 'the environment' && { NODE_EXTRA_CA_CERTS: file }) },
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        await once(sender, 'exit')
        expect(sender.exitCode).toBe(0)
        expect(server.mails).toHaveLength(1)
      },
    )

    test('a server on this machine may demand STARTTLS and a login, whatever its certificate', async () => {
      const tls = { how: 'starttls', certificate: own } as const
      const server = await serverWith({ tls, login: LOGIN, demandsTls: true })
      const { mailer, failure } = mailerFor(server, { login: LOGIN })
      await mailer.send(A_MAIL)
      expect(server.mails).toHaveLength(1)
      server.disturb('mail', '530 5.7.0 Must issue a STARTTLS command first')
      expect(await failure()).toMatchObject({ kind: 'unauthorized' })
    })

    test('a server that asks for a login gets the settings that are missing named', async () => {
      const server = await serverWith({ login: LOGIN })
      const { failure } = mailerFor(server)
      expect(await failure()).toMatchObject({
        kind: 'unauthorized',
        message: expect.stringMatching(
          /answered: 530 .+\. It asks for a login: set SMTP_USER and SMTP_PASSWORD/,
        ),
      })
    })

    test('a server that offers no TLS gets neither password nor mail', async () => {
      const server = await serverWith({ login: LOGIN })
      const { failure } = mailerFor(server, { security: 'starttls', login: LOGIN })
      expect(await failure()).toMatchObject({ concerns: 'service', isAttempt: false })
      expect(server.mails).toEqual([])
    })

    test('a server that speaks no TLS is a TLS failure', async () => {
      const server = await serverWith()
      const { failure } = mailerFor(server, { security: 'tls' })
      expect(await failure()).toMatchObject({ kind: 'tls', concerns: 'service' })
    })

    test('a wrong password concerns every mail, and is in no message', async () => {
      const server = await serverWith({ login: LOGIN })
      const { failure, told } = mailerFor(server, { login: { ...LOGIN, password: 'wears-blue-8' } })
      expect(await failure()).toMatchObject({
        kind: 'unauthorized',
        status: 535,
        concerns: 'service',
        isAttempt: false,
        message: `The mail server 127.0.0.1:${server.port} answered: 535 5.7.8 Wrong password`,
      })
      expect(told.join()).not.toContain('wears-blue-8')
    })

    test('a login that is refused temporarily is tried again', async () => {
      const server = await serverWith({ login: LOGIN })
      server.disturb('auth', '454 4.7.0 Temporary authentication failure')
      const { failure } = mailerFor(server, { login: LOGIN })
      expect(await failure()).toMatchObject({ kind: 'failing', concerns: 'service', isLasting: false })
    })
  })

  describe('what the server answers', () => {
    const passing = { kind: 'failing', isLasting: false, isFinal: false }
    test.each([
      ['connect', '421 4.3.2 Too busy', { ...passing, concerns: 'service', isAttempt: false }],
      ['connect', '554 5.7.1 Your network is blocked', { concerns: 'service', isFinal: false }],
      ['mail', '451 4.3.0 Try again later', { ...passing, concerns: 'service', isAttempt: true }],
      ['mail', '550 5.7.1 Sender not allowed', { kind: 'refused', concerns: 'service', isFinal: false }],
      ['mail', '530 5.7.0 Authentication required', { kind: 'unauthorized', concerns: 'service' }],
      ['mail', '552 5.3.4 Message too big', { kind: 'refused', concerns: 'mail', isFinal: true }],
      ['rcpt', '450 4.2.0 Greylisted', { ...passing, concerns: 'mail', isAttempt: true }],
      ['rcpt', '452 4.3.1 Insufficient system storage', { ...passing, concerns: 'service' }],
      ['rcpt', '550 5.1.1 No such user', { kind: 'not-found', concerns: 'recipient', isFinal: true }],
      ['rcpt', '550 5.1.10 The domain takes no mail', { concerns: 'recipient', isFinal: true }],
      ['rcpt', '550 User unknown', { concerns: 'recipient', isFinal: true }],
      ['rcpt', '550 Blocked: your address is listed', { kind: 'refused', concerns: 'mail', isFinal: true }],
      ['rcpt', '553 sender domain invalid', { kind: 'refused', concerns: 'mail', isFinal: true }],
      ['rcpt', '452 4.2.2 The mailbox is full', { kind: 'failing', concerns: 'mail', isFinal: false }],
      ['rcpt', '550 5.5.0 Mailbox unavailable', { concerns: 'recipient', isFinal: true }],
      ['rcpt', '550 5.7.1 Blocked by policy', { kind: 'refused', concerns: 'mail', isFinal: true }],
      [
        'rcpt',
        '554 5.7.1 Relay access denied',
        { kind: 'unauthorized', concerns: 'service', isFinal: false },
      ],
      ['rcpt', '552 5.2.2 Mailbox full', { kind: 'refused', concerns: 'mail', isFinal: true }],
      ['data', '451 4.7.1 Try again', { ...passing, concerns: 'mail', isAttempt: true }],
      ['data', '554 5.6.0 Looks like spam', { kind: 'refused', concerns: 'mail', isFinal: true }],
      ['data', '550 5.1.1 No such user', { concerns: 'recipient', isFinal: true }],
      ['data', '421 4.3.2 Closing', { ...passing, concerns: 'service', isAttempt: true }],
    ] satisfies [SmtpStage, string, object][])('%s: %s', async (stage, words, expected) => {
      const server = await serverWith()
      server.disturb(stage, words)
      const { failure, told, mailer } = mailerFor(server)
      const error = await failure()
      expect(error).toMatchObject(expected)
      expect(error).toMatchObject({ message: expect.stringContaining(words) as string })
      expect(server.mails).toEqual([])
      expect(told).toEqual([error?.concerns === 'service' ? error.message : 'worked'])
      server.disturb(stage, null)
      await mailer.send(A_MAIL)
      expect(server.mails).toHaveLength(1)
    })
  })

  describe('without an answer', () => {
    test('when nothing listens every mail waits, and none has used an attempt', async () => {
      const server = await serverWith()
      const { failure } = mailerFor(server)
      await server.stop()
      expect(await failure()).toMatchObject({
        kind: 'unreachable',
        concerns: 'service',
        isAttempt: false,
        message: `The mail server 127.0.0.1:${server.port} cannot be reached (ECONNREFUSED).`,
      })
    })

    test('silence instead of a greeting', async () => {
      const server = await serverWith()
      server.disturb('connect', 'silence')
      const { failure } = mailerFor(server, {}, { ...TIMEOUTS, connectMs: 400 })
      expect(await failure()).toMatchObject({ kind: 'timeout', concerns: 'service', isAttempt: false })
    })

    test.each(['mail', 'rcpt', 'data'] as const)('silence after %s counts as an attempt', async (stage) => {
      const server = await serverWith()
      server.disturb(stage, 'silence')
      const { failure } = mailerFor(server, {}, { ...TIMEOUTS, answerMs: 1_500 })
      expect(await failure()).toMatchObject({ kind: 'timeout', concerns: 'service', isAttempt: true })
    })

    test('sending a mail has a time limit as a whole', async () => {
      const server = await serverWith()
      server.disturb('data', 'silence')
      const { failure } = mailerFor(server, {}, { ...TIMEOUTS, mailMs: 1_500 })
      expect(await failure()).toMatchObject({ kind: 'timeout', isAttempt: true })
    })

    test.each(['rcpt', 'data'] as const)(
      'a connection that ends at %s: the mail has used one attempt',
      async (stage) => {
        const server = await serverWith()
        server.disturb(stage, 'hang-up')
        const { failure } = mailerFor(server)
        expect(await failure()).toMatchObject({ kind: 'unreachable', concerns: 'service', isAttempt: true })
        expect(server.mails).toHaveLength(stage === 'data' ? 1 : 0)
      },
    )
  })

  test('fails a single mail for an address that SMTP cannot carry', async () => {
    const server = await serverWith()
    const { mailer } = mailerFor(server)
    const to = { name: '', address: 'ada@shopper.example\r\nRCPT TO:<evil@evil.example>' }
    await expect(mailer.send({ ...A_MAIL, to })).rejects.toMatchObject({ concerns: 'mail', isFinal: true })
    expect(server.mails).toEqual([])
  })

  test('is tested by sending a mail to the owner who asks, and repeats the server’s answer', async () => {
    const server = await serverWith()
    const { mailer } = mailerFor(server)
    expect(mailer.connection).toMatchObject({ need: 'mail', supplier: 'SMTP' })
    expect(await mailer.connection.test({ email: 'owner@shop.example' })).toMatch(
      /^127\.0\.0\.1 accepted a test email to owner@shop\.example: 250/,
    )
    expect(server.mails.map(({ to }) => to)).toEqual(['owner@shop.example'])
    server.disturb('rcpt', '550 5.1.1 No such user')
    await expect(mailer.connection.test({ email: 'owner@shop.example' })).rejects.toThrow(/No such user/)
  })
})
