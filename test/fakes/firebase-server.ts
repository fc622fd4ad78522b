import { randomBytes } from 'node:crypto'
import { importPKCS8, SignJWT, UnsecuredJWT } from 'jose'
import type { ServerResponse } from 'node:http'
import { SIGNING_KEY } from './firebase-signing-key.ts'
import { startSupplierServer, type SeenRequest, type SupplierServer } from './supplier-server.ts'

/** An account of the fake. `localId`: its id. `validSince`: older ID tokens are void, in epoch seconds. */
interface Account {
  localId: string
  email: string
  password: string
  disabled: boolean
  emailVerified: boolean
  validSince: number
}

type Answer = { status: number; body: object }

/** An hour, as at Firebase. */
const CODE_LIVES_MS = 3_600_000
const KEYS_PATH = '/keys'

export interface FirebaseServer extends SupplierServer {
  projectId: string
  apiKey: string
  /** Where the public keys are. */
  keysUrl: string
  /** The codes of the mails that were sent, oldest first. */
  codes: { email: string; oobCode: string }[]
  /** E-mail enumeration protection, as new projects have it. */
  isProtected: boolean
  /** Signed like Google's, or unsigned like those of the emulator. */
  signs: boolean
  /** Changes the claims of the next tokens. */
  claims: Record<string, unknown>
  /** Seconds in the Cache-Control of the keys. */
  keysLiveFor: number
  /** The public keys by id; a test may change them. */
  keys: Record<string, string>
  setAccount(account: Partial<Account> & { email: string }): void
  removeAccount(email: string): void
}

/**
 * Firebase Authentication and Google's public keys, as far as a server needs them
 * (https://firebase.google.com/docs/reference/rest/auth). Its answers were compared with those of the emulator.
 */
export async function startFirebaseServer(
  given: Partial<Pick<FirebaseServer, 'isProtected' | 'signs'>> = {},
): Promise<FirebaseServer> {
  const accounts = new Map<string, Account>()
  const codes: { email: string; oobCode: string; at: number }[] = []
  const privateKey = await importPKCS8(SIGNING_KEY.privateKey, 'RS256')

  async function tokenOf({ localId, email, emailVerified }: Account): Promise<string> {
    const now = Math.floor(Date.now() / 1_000)
    const payload = {
      iss: `https://securetoken.google.com/${fake.projectId}`,
      aud: fake.projectId,
      sub: localId,
      user_id: localId,
      auth_time: now,
      iat: now,
      exp: now + 3_600,
      email,
      email_verified: emailVerified,
      firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
      ...fake.claims,
    }
    if (!fake.signs) return new UnsecuredJWT(payload).encode()
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: SIGNING_KEY.id }).sign(privateKey)
  }

  const calls: Record<string, (body: Record<string, string>) => Answer | Promise<Answer>> = {
    async 'accounts:signInWithPassword'({ email = '', password = '' }) {
      if (!/^\S+@\S+$/.test(email)) return refusal('INVALID_EMAIL')
      const account = accounts.get(email.toLowerCase())
      if (!account) return refusal(fake.isProtected ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND')
      if (account.disabled) return refusal('USER_DISABLED')
      if (account.password !== password) {
        return refusal(fake.isProtected ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD')
      }
      const { localId } = account
      return done({
        kind: 'identitytoolkit#VerifyPasswordResponse',
        registered: true,
        localId,
        email: account.email,
        idToken: await tokenOf(account),
        refreshToken: randomBytes(24).toString('base64url'),
        expiresIn: '3600',
      })
    },
    'accounts:sendOobCode'({ requestType, email = '' }) {
      if (requestType !== 'PASSWORD_RESET') return refusal('INVALID_REQ_TYPE')
      if (!/^\S+@\S+$/.test(email)) return refusal('INVALID_EMAIL')
      const account = accounts.get(email.toLowerCase())
      if (!account && !fake.isProtected) return refusal('EMAIL_NOT_FOUND')
      if (account?.disabled) return refusal('USER_DISABLED')
      if (account) {
        codes.push({ email: account.email, oobCode: randomBytes(40).toString('base64url'), at: Date.now() })
      }
      return done({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
    },
    'accounts:resetPassword'({ oobCode, newPassword }) {
      const at = codes.findIndex((code) => code.oobCode === oobCode)
      const code = codes[at]
      if (!code) return refusal('INVALID_OOB_CODE')
      if (Date.now() - code.at > CODE_LIVES_MS) return refusal('EXPIRED_OOB_CODE')
      const account = accounts.get(code.email)
      if (!account) return refusal('EMAIL_NOT_FOUND')
      const answer = { kind: 'identitytoolkit#ResetPasswordResponse', requestType: 'PASSWORD_RESET' }
      if (newPassword === undefined) return done({ ...answer, email: code.email })
      if (newPassword.length < 6) return weak()
      if (account.disabled) return refusal('USER_DISABLED')
      codes.splice(at, 1)
      fake.setAccount({ ...account, password: newPassword, emailVerified: true })
      return done({ ...answer, email: code.email })
    },
    'accounts:update'({ idToken = '', password = '' }) {
      const claims = claimsOf(idToken)
      const account = [...accounts.values()].find(({ localId }) => localId === claims.sub)
      if (!account) return refusal('INVALID_ID_TOKEN')
      if (account.disabled) return refusal('USER_DISABLED')
      if (claims.iat < account.validSince) return refusal('TOKEN_EXPIRED')
      if (password.length < 6) return weak()
      fake.setAccount({ ...account, password, validSince: Math.floor(Date.now() / 1_000) })
      const { localId, email } = account
      return done({ kind: 'identitytoolkit#SetAccountInfoResponse', localId, email })
    },
  }

  async function reply({ method, url, body }: SeenRequest): Promise<Answer> {
    const { pathname, searchParams } = new URL(url, 'http://firebase')
    const action = /^(?:\/identitytoolkit\.googleapis\.com)?\/v1\/(.+)$/.exec(pathname)?.[1] ?? ''
    if (searchParams.get('key') !== fake.apiKey) {
      return { status: 400, body: failureOf(400, 'API key not valid. Please pass a valid API key.') }
    }
    if (method === 'GET' && action === 'projects') {
      return done({ projectId: '123456789012', authorizedDomains: ['localhost'] })
    }
    const call = method === 'POST' && Object.hasOwn(calls, action) ? calls[action] : undefined
    if (!call) return { status: 404, body: failureOf(404, 'Not Found') }
    return call(JSON.parse(body.toString()) as Record<string, string>)
  }

  const server = await startSupplierServer(async (request, response) => {
    if (request.url === KEYS_PATH) {
      response.setHeader('cache-control', `public, max-age=${fake.keysLiveFor}, must-revalidate`)
      return send(response, { status: 200, body: fake.keys })
    }
    send(response, await reply(request))
  })

  const fake: FirebaseServer = Object.assign(server, {
    projectId: 'demo-shop',
    apiKey: 'AIza-fake-key',
    keysUrl: server.url + KEYS_PATH,
    codes,
    isProtected: given.isProtected ?? false,
    signs: given.signs ?? true,
    claims: {},
    keysLiveFor: 21_600,
    keys: { [SIGNING_KEY.id]: SIGNING_KEY.certificate },
    setAccount(account: Partial<Account> & { email: string }) {
      const email = account.email.trim().toLowerCase()
      const before = accounts.get(email)
      accounts.set(email, {
        localId: randomBytes(14).toString('hex'),
        password: '',
        disabled: false,
        emailVerified: true,
        validSince: 0,
        ...before,
        ...account,
        email,
      })
    },
    removeAccount: (email: string) => void accounts.delete(email),
  })
  return fake
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
  response.end(JSON.stringify(body))
}

function done(body: object): Answer {
  return { status: 200, body }
}

function failureOf(code: number, message: string): object {
  return { error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } }
}

function refusal(message: string): Answer {
  return { status: 400, body: failureOf(400, message) }
}

function weak(): Answer {
  return refusal('WEAK_PASSWORD : Password should be at least 6 characters')
}

function claimsOf(token: string): { sub: string; iat: number } {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return JSON.parse(payload || '{}') as { sub: string; iat: number }
}
