import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import emailjs from '@emailjs/nodejs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMAILJS_ACCOUNT, emailjsAnswer, type EmailjsMail } from '#test/fakes/emailjs-server.ts'
import { selfSignedCertificate } from '#test/fakes/self-signed-certificate.ts'

/** The SDK speaks to port 443 only, which needs a right that not every machine gives: part of test:suppliers. */
let server: Server
const mails: EmailjsMail[] = []
const usual = getCACertificates('default')

beforeAll(async () => {
  const certificate = selfSignedCertificate()
  setDefaultCACertificates([certificate.cert])
  const answer = emailjsAnswer(mails)
  server = createServer(certificate, async (incoming, response) => {
    const pieces: Buffer[] = []
    for await (const piece of incoming) pieces.push(piece as Buffer)
    const { method = '', url = '', headers } = incoming
    await answer({ method, url, headers, body: Buffer.concat(pieces), at: 0 }, response)
  })
  server.listen(443, '127.0.0.1')
  await once(server, 'listening')
})

afterAll(() => {
  setDefaultCACertificates(usual)
  server.close()
})

const { publicKey, privateKey, serviceId } = EMAILJS_ACCOUNT
const send = (keys: { publicKey: string; privateKey?: string }, template = 'template_default') => {
  emailjs.init({ ...keys, origin: '127.0.0.1' } as Parameters<typeof emailjs.init>[0])
  return emailjs.send(serviceId, template, { to_email: 'ada@shopper.example' }, keys)
}

test('EmailJS’s own SDK is served by our fake', async () => {
  expect(await send({ publicKey, privateKey })).toMatchObject({ status: 200, text: 'OK' })
  expect(mails).toMatchObject([{ template: 'template_default', params: { to_email: 'ada@shopper.example' } }])
})

test.each([
  [{ publicKey: 'other', privateKey }, 'template_default', 400, 'The Public Key is invalid'],
  [{ publicKey, privateKey: 'other' }, 'template_default', 403, 'The Private Key is invalid'],
  [{ publicKey }, 'template_default', 403, 'API calls are disabled for non-browser applications'],
  [{ publicKey, privateKey }, 'other', 400, 'The template ID not found'],
])('with %o and %s it reports %i', async (keys, template, status, text) => {
  await expect(send(keys, template)).rejects.toMatchObject({ status, text })
})
