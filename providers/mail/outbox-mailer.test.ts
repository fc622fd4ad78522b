import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from './mailer.ts'
import { OutboxMailer } from './outbox-mailer.ts'

const MAIL: Mail = {
  id: 'order-confirmation-1',
  to: { name: 'Zoë Prairie', address: 'zoe@shopper.example' },
  subject: 'Your Redemption order R-7K3M-9QX2 – thanks',
  text: 'Thanks for your order!\n\nTotal: C$145.36\n',
  html: '<p>Thanks for your order!</p>',
}

describe('mails as files', () => {
  let parent: string
  let folder: string
  let mailer: OutboxMailer

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'redemption-mail-'))
    folder = join(parent, 'outbox')
    mailer = new OutboxMailer({ folder, from: 'Redemption <shop@shop.example>' })
  })

  afterEach(() => rmSync(parent, { recursive: true, force: true }))

  const onlyFile = () => {
    const files = readdirSync(folder)
    expect(files).toHaveLength(1)
    return readFileSync(join(folder, files[0]!))
  }

  test('a mail program reads the sent mail from the file', async () => {
    await mailer.send({ ...MAIL, replyTo: 'ada@shopper.example' })
    expect(readdirSync(folder)).toEqual(['order-confirmation-1.eml'])
    const mail = await PostalMime.parse(onlyFile())
    expect(mail).toMatchObject({
      from: { name: 'Redemption', address: 'shop@shop.example' },
      to: [MAIL.to],
      replyTo: [{ address: 'ada@shopper.example' }],
      subject: MAIL.subject,
      messageId: '<order-confirmation-1@redemption.invalid>',
    })
    expect(mail.text?.trim()).toBe(MAIL.text.trim())
    expect(mail.html?.trim()).toBe(MAIL.html)
  })

  test('sending the same mail again replaces its file', async () => {
    await mailer.send(MAIL)
    await mailer.send({ ...MAIL, text: 'Again' })
    expect((await PostalMime.parse(onlyFile())).text?.trim()).toBe('Again')
  })

  test('an id that contains a path stays in the folder', async () => {
    await mailer.send({ ...MAIL, id: '../../escaped' })
    expect(readdirSync(parent)).toEqual(['outbox'])
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.eml$/)])
  })

  test('names and subjects cannot add recipients or headers', async () => {
    const hostile = 'Ada\r\nBcc: everybody@evil.example\r\n'
    await mailer.send({
      ...MAIL,
      to: { ...MAIL.to, name: hostile },
      subject: hostile,
      replyTo: 'a@b.example',
    })
    const mail = await PostalMime.parse(onlyFile())
    expect(mail.bcc ?? []).toEqual([])
    expect(mail.to?.map(({ address }) => address)).toEqual(['zoe@shopper.example'])
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  })

  test('a folder that is not writable is an error, and the mail is retried', async () => {
    writeFileSync(folder, 'a file where the folder should be')
    await expect(mailer.send(MAIL)).rejects.toThrow()
  })
})
