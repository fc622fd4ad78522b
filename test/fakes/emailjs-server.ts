import { startSupplierServer, type FakeAnswer, type SupplierServer } from './supplier-server.ts'

/** The account that the fake knows. */
export const EMAILJS_ACCOUNT = {
  serviceId: 'service_shop',
  publicKey: 'public_key_1',
  privateKey: 'private_key_1',
  templates: ['template_default', 'template_contact', 'template_order'],
} as const

/** A sent mail, as the API received it. */
export interface EmailjsMail {
  template: string
  params: Record<string, string>
  at: number
}

export interface EmailjsServer extends SupplierServer {
  mails: EmailjsMail[]
}

interface EmailjsRequest {
  user_id?: string
  accessToken?: string
  service_id?: string
  template_id?: string
  template_params?: Record<string, string>
}

/** EmailJS's REST API with the answers that its documentation and its SDK's users report, all of them text. */
export async function startEmailjsServer(): Promise<EmailjsServer> {
  const mails: EmailjsMail[] = []
  const server = await startSupplierServer(emailjsAnswer(mails))
  return Object.assign(server, { mails })
}

/** The same answers for another server. */
export function emailjsAnswer(mails: EmailjsMail[]): FakeAnswer {
  return ({ method, url, body, at }, response) => {
    const answer = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'text/plain' })
      response.end(text)
    }
    if (url !== '/api/v1.0/email/send' || method !== 'POST') return answer(404, 'Not Found')
    const asked = JSON.parse(body.toString()) as EmailjsRequest
    const { user_id, accessToken, service_id, template_id, template_params: params = {} } = asked
    if (!user_id) return answer(400, 'The user_id parameter is required')
    if (user_id !== EMAILJS_ACCOUNT.publicKey) return answer(400, 'The Public Key is invalid')
    if (accessToken === undefined) return answer(403, 'API calls are disabled for non-browser applications')
    if (accessToken !== EMAILJS_ACCOUNT.privateKey) return answer(403, 'The Private Key is invalid')
    if (service_id !== EMAILJS_ACCOUNT.serviceId) return answer(400, 'The service ID not found')
    const template = EMAILJS_ACCOUNT.templates.find((known) => known === template_id)
    if (template === undefined) return answer(400, 'The template ID not found')
    mails.push({ template, params, at })
    answer(200, 'OK')
  }
}
