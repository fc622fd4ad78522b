import { connect, type Socket } from 'node:net'

/** The response: its status, the length of its head, and the bytes as received. */
export interface RawAnswer {
  status: number
  head: string
  body: Buffer
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const NO_BYTES = Buffer.alloc(0)

/**
 * A keep-alive connection that sends a request and waits for the response, repeatedly. It parses only status and
 * content-length, so that the load generator costs little.
 */
export class Connection {
  readonly #socket: Socket
  #received: Buffer = NO_BYTES
  #wanted = -1
  #bodyAt = 0
  #waiting: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('The server closed the connection')))
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new Connection(socket)
  }

  ask(request: Buffer | string): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  async postJson(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const json = JSON.stringify(body)
    const answer = await this.ask(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n\r\n${json}`,
    )
    return { status: answer.status, body: JSON.parse(answer.body.toString()) }
  }

  /** The server may have closed it while it was idle. */
  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.readyState === 'open'
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    if (this.#wanted < 0 && !this.#readHead()) return
    if (this.#received.length < this.#wanted) return
    const whole = this.#received
    const answer = {
      status: Number(whole.toString('latin1', 9, 12)),
      head: whole.toString('latin1', 0, this.#bodyAt),
      body: whole.subarray(this.#bodyAt, this.#wanted),
    }
    this.#received = NO_BYTES
    this.#wanted = -1
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve(answer)
  }

  #readHead(): boolean {
    const end = this.#received.indexOf(END_OF_HEAD)
    if (end < 0) return false
    const head = this.#received.toString('latin1', 0, end + 2)
    if (/^transfer-encoding:/im.test(head)) this.#fail(new Error('The answer has no content-length'))
    const [, length = '0'] = /^content-length: *(\d+)/im.exec(head) ?? []
    this.#bodyAt = end + END_OF_HEAD.length
    this.#wanted = this.#bodyAt + Number(length)
    return true
  }

  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.reject(error)
  }
}
