import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MailError } from '#providers/mail/mail-error.ts'
import type { MailServiceParts } from '#providers/mail/mail-service-adapter.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { EmailjsMailer, type EmailjsSettings } from '#providers/mail/emailjs/emailjs-mailer.ts'
import { startEmailjsServer, type EmailjsServer } from '#test/fakes/emailjs-server.ts'
import type { FaultAnswer, WireFault } from '#test/fakes/supplier-server.ts'
import { A_MAIL, EMAILJS_SETTINGS, recordedReport, MAIL_PARTS } from '#test/support/mail/mail-parts.ts'

describe('EmailJS', () => {
  let server: EmailjsServer
  beforeEach(async () => {
    server = await startEmailjsServer()
  })
  afterEach(() => server.close())

  function mailerWith(changes: Partial<EmailjsSettings> = {}, parts: Partial<MailServiceParts> = {}) {
    const { told, report } = recordedReport()
    const settings = { ...EMAILJS_SETTINGS, apiBase: server.url, ...changes }
    const mailer = new EmailjsMailer(settings, { ...MAIL_PARTS, report, ...parts }, { timeoutMs: 400 })
    return {
      mailer,
      told,
      failure: () => mailer.send(A_MAIL).catch((error: unknown) => error as MailError),
    }
  }

  test('fills in the default template with the mail as the shop wrote it', async () => {
    const { mailer, told } = mailerWith()
    await mailer.send(A_MAIL)
    expect(server.mails).toMatchObject([
      {
        template: 'template_default',
        params: {
          to_email: 'ada@shopper.example',
          to_name: 'Ada',
          from_name: 'Redemption',
          from_email: 'shop@shop.example',
          subject: A_MAIL.subject,
          text: A_MAIL.text,
          html: A_MAIL.html,
        },
      },
    ])
    expect(told).toEqual(['worked'])
  })

  test('sends the fields that spec 7 names to a mail’s own template', async () => {
    const { mailer } = mailerWith()
    const fields = {
      from_name: 'Ada',
      from_email: 'ada@shopper.example',
      subject: 'Support',
      message: 'Hello',
    }
    await mailer.send({ ...A_MAIL, kind: 'contact-message', fields })
    expect(server.mails[0]).toMatchObject({ template: 'template_contact', params: fields })
  })

  test('sends one mail a second for the account, so that each waits for its turn', async () => {
    const events: string[] = []
    const paceOf = (account: string, perSecond: number) => ({
      turn: async () => void events.push(`${account}: ${perSecond} a second, ${server.mails.length} sent`),
      pause: async () => {},
    })
    const { mailer } = mailerWith({}, { paceOf })
    await mailer.send(A_MAIL)
    await mailer.send(A_MAIL)
    expect(events).toEqual([0, 1].map((sent) => `emailjs:public_key_1: 1 a second, ${sent} sent`))
  })

  test('does not send a mail that would wait too long for its turn, and reports no failure', async () => {
    const late = new SupplierError('Later.', {
      supplier: 'EmailJS',
      kind: 'rate-limited',
      retryAfterMs: 21_000,
    })
    const paceOf = () => ({ turn: () => Promise.reject(late), pause: async () => {} })
    const { failure, told } = mailerWith({}, { paceOf })
    const error = await failure()
    expect(error).toBeInstanceOf(MailError)
    expect(error).toMatchObject({
      concerns: 'queue',
      isAttempt: false,
      isFinal: false,
      retryAfterMs: 21_000,
      message: 'Later.',
    })
    expect(told).toEqual([])
    expect(server.requests).toEqual([])
  })

  const service = { concerns: 'service', isFinal: false }
  test.each<[string, WireFault | FaultAnswer, object]>([
    ['nothing listens', 'refused', { ...service, kind: 'unreachable', isAttempt: false }],
    ['no answer', 'slow', { ...service, kind: 'timeout', isAttempt: true }],
    ['half an answer', 'half-an-answer', { ...service, kind: 'unreachable', isAttempt: true }],
    ['a web page in place of JSON', 'not-json', { ...service, kind: 'unreadable' }],
    ['no HTTP', 'not-http', { ...service, kind: 'unreadable' }],
    ['401', { status: 401 }, { ...service, kind: 'unauthorized' }],
    [
      'server calls switched off',
      { status: 403, body: 'API calls are disabled for non-browser applications' },
      { ...service, kind: 'unauthorized', isAttempt: false },
    ],
    ['404 as text', { status: 404, body: 'Not Found' }, { ...service, kind: 'not-found' }],
    ['404 as object', { status: 404, body: { error: 'Not Found' } }, { ...service, kind: 'not-found' }],
    ['a mail too long', { status: 413, body: 'Variables size limit' }, { concerns: 'mail', isFinal: true }],
    [
      'an invalid recipient',
      { status: 422, body: 'The recipients address is corrupted' },
      { concerns: 'recipient', isFinal: true },
    ],
    [
      'a template without a recipient',
      { status: 422, body: 'The recipients address is empty' },
      { ...service, isAttempt: true },
    ],
    [
      'a failure of its mail account',
      { status: 412, body: 'Gmail_API: Invalid grant' },
      { ...service, isAttempt: true },
    ],
    [
      'too many requests',
      { status: 429, body: 'Too Many Requests', headers: { 'retry-after': '7' } },
      { ...service, kind: 'rate-limited', retryAfterMs: 7_000, isAttempt: false },
    ],
    ['a failure of EmailJS', { status: 500, body: 'Oops' }, { ...service, kind: 'failing', isAttempt: true }],
  ])('%s', async (_what, fault, expected) => {
    const { failure, told } = mailerWith()
    await server.disturb(fault)
    const error = await failure()
    expect(error).toMatchObject(expected)
    expect(error).toMatchObject({
      name: 'SupplierError',
      message: expect.stringMatching(/^EmailJS /) as string,
    })
    expect(told).toEqual([error?.concerns === 'service' ? error.message : 'worked'])
  })

  test.each<[Partial<EmailjsSettings>, RegExp]>([
    [{ publicKey: 'other' }, /400: The Public Key is invalid/],
    [{ privateKey: 'other' }, /403: The Private Key is invalid/],
    [{ serviceId: 'other' }, /400: The service ID not found/],
    [{ defaultTemplate: 'other' }, /400: The template ID not found/],
  ])('does not blame the mail for the wrong setting %o', async (changes, words) => {
    const error = await mailerWith(changes).failure()
    expect(error).toMatchObject({ concerns: 'service', isFinal: false })
    expect(error?.message).toMatch(words)
  })

  test('never shows staff the private key, even when an answer repeats it', async () => {
    const { failure } = mailerWith()
    await server.disturb({ status: 403, body: `accessToken ${EMAILJS_SETTINGS.privateKey} is revoked` })
    expect((await failure())?.message).toBe('EmailJS answered 403: accessToken … is revoked')
  })

  test('is tested by sending a mail to the owner who asks', async () => {
    const { mailer } = mailerWith()
    expect(await mailer.connection.test({ email: 'owner@shop.example' })).toBe(
      'EmailJS accepted a test email to owner@shop.example.',
    )
    expect(server.mails[0]?.params['to_email']).toBe('owner@shop.example')
  })
})
