import { certificateFault } from '#providers/certificate/certificate-fault.ts'
import { MailError, type MailErrorDetails } from '#providers/mail/mail-error.ts'
import type { SmtpServer } from './smtp-server-address.ts'

/** A failure as nodemailer reports it. Fields that do not apply are missing. */
interface NodemailerError {
  message?: string
  code?: string
  /** The system's code, when `code` is nodemailer's. */
  originalCode?: string
  /** The server's response. */
  response?: string
  responseCode?: number
  /** The command that failed; CONN for the greeting and for a lost connection. */
  command?: string
  timeoutType?: string
}

type Finding = Pick<MailErrorDetails, 'kind' | 'concerns' | 'isAttempt'>

const MAX_REASON_LENGTH = 300
const LOGIN_NEEDED = '. It asks for a login: set SMTP_USER and SMTP_PASSWORD, or put both into SMTP_URL.'

/** Enhanced status codes (RFC 3463) of an address that accepts no mail. */
const BOUNCE = /^5\.(1\.(1|2|3|6|10)|2\.1|4\.1)$/
/** The same in the text of servers that send no such code, or a vague one. */
const BOUNCE_WORDS = /unknown|unavailable|no such|does(n't| not) exist|not found|disabled|invalid/i
const BOUNCE_CODES = new Set([550, 551, 553])
/** Refusals of the sender, not of the address: a blocklist, a policy, a limit. */
const POLICY_WORDS =
  /block|spam|policy|reputation|listed|rate|too many|sender|dmarc|spf|dkim|denied|client host/i
/** The prefix of codes about one recipient's mailbox, such as a full one. */
const MAILBOX = '4.2.'

/** The failure of a mail as a MailError with the server's words. */
export function smtpFailure(error: unknown, { host, port, login }: SmtpServer): MailError {
  const failure = error as NodemailerError
  const { response, responseCode } = failure
  const server = `The mail server ${host}:${port}`
  const about = {
    supplier: 'SMTP',
    cause: error,
    ...(responseCode !== undefined && { status: responseCode }),
  }
  if (response && responseCode) {
    const secrets = login === null ? [] : [login.password]
    const advice = login === null && responseCode === 530 ? LOGIN_NEEDED : ''
    const words = `${server} answered: ${quote(response, secrets)}${advice}`
    return new MailError(words, { ...about, ...answered(failure) })
  }
  const [finding, words] = unanswered(failure)
  return new MailError(`${server} ${words}`, { ...about, ...finding })
}

function answered({ code, command = '', response = '', responseCode = 0 }: NodemailerError): Finding {
  const isPassing = responseCode < 500
  const [, enhanced = ''] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  const service = (kind: Finding['kind'], isAttempt: boolean): Finding => ({
    kind,
    concerns: 'service',
    isAttempt,
  })
  if (code === 'EAUTH') return service(isPassing ? 'failing' : 'unauthorized', false)
  if (responseCode === 421) return service('failing', code !== 'EPROTOCOL')
  if (!['MAIL FROM', 'RCPT TO', 'DATA'].includes(command))
    return service(isPassing ? 'failing' : 'refused', false)
  if ([530, 534, 535, 538].includes(responseCode)) return service('unauthorized', true)
  if (!isPassing && /relay/i.test(response)) return service('unauthorized', true)
  if ((responseCode === 452 && !enhanced.startsWith(MAILBOX)) || enhanced.startsWith('4.3.'))
    return service('failing', true)
  const isTooBig = responseCode === 552 || enhanced === '5.3.4'
  if (command === 'MAIL FROM' && !isTooBig) return service(isPassing ? 'failing' : 'refused', true)
  if (isPassing) return { kind: 'failing', concerns: 'mail', isAttempt: true }
  if (isBounce(command, { enhanced, responseCode, response })) {
    return { kind: 'not-found', concerns: 'recipient', isAttempt: true }
  }
  return { kind: 'refused', concerns: 'mail', isAttempt: true }
}

function isBounce(
  command: string,
  { enhanced, responseCode, response }: { enhanced: string; responseCode: number; response: string },
): boolean {
  if (BOUNCE.test(enhanced)) return true
  if (command !== 'RCPT TO' || !BOUNCE_CODES.has(responseCode)) return false
  if (POLICY_WORDS.test(response)) return false
  return (enhanced === '' || /^5\.[05]\./.test(enhanced)) && BOUNCE_WORDS.test(response)
}

function unanswered({
  code = '',
  originalCode = code,
  timeoutType,
  command,
  message = '',
}: NodemailerError): [Finding, string] {
  const service = { concerns: 'service', isAttempt: false } as const
  if (code === 'ETLS' && originalCode === 'ETLS') {
    const reason = message.slice(0, MAX_REASON_LENGTH)
    return [{ kind: 'tls', ...service }, `cannot be reached securely over TLS (${reason}).`]
  }
  const untrusted = certificateFault(originalCode)
  if (untrusted !== null) return [{ kind: 'tls', ...service }, untrusted]
  if (code === 'EAUTH')
    return [
      { kind: 'unauthorized', ...service },
      'offers no login that the shop supports. If it needs none, remove the user and the password from the settings.',
    ]
  if (code === 'EDNS') return [{ kind: 'unreachable', ...service }, `cannot be found (${originalCode}).`]
  if (code === 'EABORT' || code === 'ETIMEDOUT') {
    const isAttempt = code === 'EABORT' || timeoutType === 'SOCKET_TIMEOUT'
    return [{ kind: 'timeout', concerns: 'service', isAttempt }, 'did not answer in time.']
  }
  if (command === 'API' || code === 'EMESSAGE' || code === 'EENVELOPE') {
    return [{ kind: 'refused', concerns: 'mail', isAttempt: true }, `cannot accept this mail: ${message}`]
  }
  const isBefore = /^E(CONNREFUSED|HOSTUNREACH|NETUNREACH|NETDOWN|HOSTDOWN|ADDRNOTAVAIL)$/.test(originalCode)
  const finding: Finding = { kind: 'unreachable', concerns: 'service', isAttempt: !isBefore }
  if (isBefore) return [finding, `cannot be reached (${originalCode}).`]
  return [finding, `ended the connection without an answer.`]
}

function quote(response: string, secrets: readonly string[]): string {
  const safe = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), response)
  return safe.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH)
}
