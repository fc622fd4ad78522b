import { describe, expect, test } from 'vitest'
import type { Mail, Mailer } from './mailer.ts'

/** A mail as its recipient gets it. */
export interface ReceivedMail {
  /** The same for each copy of a mail, and different for different mails. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  replyTo: string | undefined
}

/** A mailer under test. */
export interface MailerUnderTest {
  mailer: Mailer
  /** What has arrived, oldest first. */
  received(): Promise<ReceivedMail[]>
  /** From now on nothing can be sent. */
  cut(): Promise<void>
  /** It works again. */
  mend(): Promise<void>
}

const MAIL: Mail = {
  id: 'order-confirmation-1',
  kind: 'order-confirmation',
  to: { name: 'Zoë Prairie', address: 'zoe@shopper.example' },
  subject: 'Your Redemption order R-7K3M-9QX2 – thanks',
  text: 'Thanks for your order!\n\nTotal: C$145.36\n.\nA line that is a dot, above.\n',
  html: '<p>Thanks for your order!</p>',
}

/** The contract of every mailer. `open` returns one that has sent nothing. */
export function mailerContract(open: () => MailerUnderTest): void {
  describe('every mailer', () => {
    test('delivers text and HTML with their subject to the recipient', async () => {
      const { mailer, received } = open()
      await mailer.send({ ...MAIL, replyTo: 'ada@shopper.example' })
      const [mail, ...others] = await received()
      expect(others).toEqual([])
      expect(mail).toMatchObject({
        to: MAIL.to.address,
        subject: MAIL.subject,
        replyTo: 'ada@shopper.example',
      })
      expect(mail?.text.trim().replaceAll('\r', '')).toBe(MAIL.text.trim())
      expect(mail?.html.trim()).toBe(MAIL.html)
    })

    test('gives copies of one mail the same id, and other mails another', async () => {
      const { mailer, received } = open()
      for (const mail of [MAIL, MAIL, { ...MAIL, id: '../order/2' }]) await mailer.send(mail)
      const ids = new Set((await received()).map(({ id }) => id))
      expect(ids.size).toBe(2)
    })

    test('names and subjects cannot add recipients', async () => {
      const { mailer, received } = open()
      const hostile = 'Ada\r\nBcc: everybody@evil.example\r\n'
      await mailer.send({ ...MAIL, to: { ...MAIL.to, name: hostile }, subject: hostile })
      expect((await received()).map(({ to }) => to)).toEqual([MAIL.to.address])
    })

    test('rejects a mail that it could not hand over, and delivers it when it is sent again', async () => {
      const { mailer, received, cut, mend } = open()
      await cut()
      await expect(mailer.send(MAIL)).rejects.toThrow()
      expect(await received()).toEqual([])
      await mend()
      await mailer.send(MAIL)
      expect(await received()).toHaveLength(1)
    })

    test('deletes its copies of mails, and ignores mails that it never had', async () => {
      const { mailer, received } = open()
      await mailer.send(MAIL)
      await mailer.deleteCopies([MAIL.id, 'never-was'])
      const before = (await received()).length
      await mailer.send({ ...MAIL, id: 'order-confirmation-2' })
      expect(await received()).toHaveLength(before + 1)
    })
  })
}
