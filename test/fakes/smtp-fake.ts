import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import type { SelfSigned } from './self-signed-certificate.ts'

/** The steps of a delivery at which the server may answer something else. */
export type SmtpStage = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data'

/** An answer such as `550 5.1.1 No such user`; silence; or the end of the connection: at `data` with the mail. */
export type SmtpFault = string | 'silence' | 'hang-up'

/** A mail that the server has accepted. */
export interface TakenMail {
  raw: string
  to: string
  from: string
  parsed: Email
}

export interface SmtpFakeOptions {
  /** Offers STARTTLS, or listens with TLS. */
  tls?: { how: 'starttls' | 'tls'; certificate: SelfSigned }
  /** The login that it asks for. */
  login?: { user: string; password: string }
  /** Takes neither login nor mail before STARTTLS. */
  demandsTls?: boolean
}

/** A real SMTP server on this machine, whose answers a test chooses. */
export interface SmtpFake {
  port: number
  mails: TakenMail[]
  /** How many connections were opened. */
  connections(): number
  /** Causes a fault from now on, only for these recipients if some are given. Null ends it. */
  disturb(stage: SmtpStage, fault: SmtpFault | null, recipients?: readonly string[]): void
  /** Ends all connections, and listens no more. */
  stop(): Promise<void>
  /** Listens again, at the same port. */
  start(): Promise<void>
}

export async function startSmtpFake({
  tls,
  login,
  demandsTls = false,
}: SmtpFakeOptions = {}): Promise<SmtpFake> {
  const faults = new Map<SmtpStage, { fault: SmtpFault; recipients?: readonly string[] }>()
  const mails: TakenMail[] = []
  let connections = 0
  let port = 0
  const sockets = new Set<Socket>()
  /** Only without TLS: Node does not survive the end of a socket below one of TLS. */
  const hangUp = (remotePort: number) => {
    for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy()
  }
  let server: SMTPServer

  /** Answers as the test wants; true when it did. */
  function isDisturbed(
    stage: SmtpStage,
    { remotePort }: SMTPServerSession,
    answer: (error: Error) => void,
    recipient?: string,
  ): boolean {
    const chosen = faults.get(stage)
    if (chosen === undefined) return false
    if (chosen.recipients && !chosen.recipients.includes(recipient ?? '')) return false
    const { fault } = chosen
    if (fault === 'hang-up') hangUp(remotePort)
    else if (fault !== 'silence') {
      answer(Object.assign(new Error(fault.slice(4)), { responseCode: Number(fault.slice(0, 3)) }))
    }
    return true
  }

  const options: SMTPServerOptions = {
    logger: false,
    hideENHANCEDSTATUSCODES: true,
    ...(tls && { ...tls.certificate, secure: tls.how === 'tls' }),
    ...(tls?.how !== 'starttls' && { hideSTARTTLS: true }),
    ...(login ? { allowInsecureAuth: !demandsTls } : { disabledCommands: ['AUTH'] }),
    authOptional: login === undefined,
    closeTimeout: 10,
    onConnect(session, done) {
      connections += 1
      if (!isDisturbed('connect', session, done)) done()
    },
    onAuth({ username, password }, session, done) {
      if (isDisturbed('auth', session, done)) return
      const isRight = username === login?.user && password === login?.password
      if (isRight) done(null, { user: username })
      else done(Object.assign(new Error('5.7.8 Wrong password'), { responseCode: 535 }))
    },
    onMailFrom(_address, session, done) {
      if (!isDisturbed('mail', session, done)) done()
    },
    onRcptTo({ address }, session, done) {
      if (!isDisturbed('rcpt', session, done, address)) done()
    },
    async onData(stream, session, done) {
      const { envelope } = session
      const pieces: Buffer[] = []
      for await (const piece of stream) pieces.push(piece as Buffer)
      const raw = Buffer.concat(pieces).toString('utf8')
      const [to = ''] = envelope.rcptTo.map(({ address }) => address)
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const isLost = ['hang-up', 'silence'].includes(faults.get('data')?.fault ?? '')
      if (isLost || !faults.has('data')) mails.push({ raw, to, from, parsed: await PostalMime.parse(raw) })
      if (!isDisturbed('data', session, done, to)) done()
    },
  }

  async function start(): Promise<void> {
    server = new SMTPServer(options)
    server.on('error', () => {}) // a client that ended the connection
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    port = (server.server.address() as AddressInfo).port
  }
  async function stop(): Promise<void> {
    if (!server.server.listening) return
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }

  await start()
  return {
    get port() {
      return port
    },
    mails,
    connections: () => connections,
    disturb(stage, fault, recipients) {
      if (fault === null) faults.delete(stage)
      else faults.set(stage, { fault, ...(recipients && { recipients }) })
    },
    stop,
    start,
  }
}
