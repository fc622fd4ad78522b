import { randomBytes } from 'node:crypto'
import { AsyncLocalStorage } from 'node:async_hooks'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { twoFactor } from 'better-auth/plugins/two-factor'
import * as v from 'valibot'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import {
  CHALLENGE_COOKIE,
  ceremonies,
  CHALLENGE_SECONDS,
  passkeys,
  storingPasskeys,
} from './passkeys/passkey-plugin.ts'
import type { PasskeySite } from './passkeys/staff-passkeys.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { hashingSessionTokens } from './session-tokens.ts'

const HOUR_S = 60 * 60
const COOKIE_PREFIX = 'staff'
const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`
/** The cookie in which better-auth's two-step plug-in looks for the sign-in that waits for a code. */
const STEP_COOKIE = 'two_factor'
const ADDRESS_HEADER = 'x-visit-address'

/** How long a session lives after its last hour of use; the absolute limit is two weeks (sql-staff-rows.ts). */
export const SESSION_SECONDS = 7 * 24 * HOUR_S
/** How long a sign-in waits for its code. */
export const STEP_SECONDS = 10 * 60

export { ceremonies, CHALLENGE_SECONDS, storingPasskeys }

/** better-auth as configured for this shop. */
export type StaffAuth = ReturnType<typeof makeAuth>

/**
 * Opens better-auth on the shop's tables. It needs about 25 MB once loaded, so this file is imported only when staff
 * first sign in.
 */
export async function openStaffAuth(database: ShopDatabase, site: PasskeySite | null): Promise<StaffAuth> {
  return makeAuth(database, site, await findSecret(database))
}

/** better-auth passes reset tokens to a callback; this hands them to the caller. */
const tokenHandover = new AsyncLocalStorage<{ token: string | null }>()

/** Makes a reset token; null when no account has that address. */
export async function makeResetToken({ api }: StaffAuth, email: string): Promise<string | null> {
  const handover = { token: null }
  await tokenHandover.run(handover, () => api.requestPasswordReset({ body: { email } }))
  return handover.token
}

const RESET_PREFIX = 'reset-password:' // set by better-auth

/** The member of a valid reset token. Looking it up does not use it up. */
export async function findResetMember(
  { $context }: StaffAuth,
  token: string,
  now: number,
): Promise<string | null> {
  const { internalAdapter } = await $context
  const found = await internalAdapter.findVerificationValue(`${RESET_PREFIX}${token}`)
  return found !== null && found.expiresAt.getTime() > now ? found.value : null
}

/** Uses up a reset token: of two concurrent calls one gets the member, the other null. */
export async function consumeResetToken({ $context }: StaffAuth, token: string): Promise<string | null> {
  const { internalAdapter } = await $context
  return (await internalAdapter.consumeVerificationValue(`${RESET_PREFIX}${token}`))?.value ?? null
}

/** Whether the error is better-auth's: a refusal or a failure. */
export function isAuthError(error: unknown): boolean {
  return error instanceof APIError
}

/** Whether better-auth refused, for example because of a wrong code. */
export function isRefusal(error: unknown): boolean {
  return error instanceof APIError && error.statusCode < 500
}

/** The request headers that better-auth reads. */
export function visitHeaders(visit: {
  address?: string
  userAgent?: string
  key?: string
  step?: string
  challenge?: string
}): Headers {
  const headers = new Headers()
  if (visit.address) headers.set(ADDRESS_HEADER, visit.address)
  if (visit.userAgent) headers.set('user-agent', visit.userAgent)
  const cookies = [
    [SESSION_COOKIE, visit.key],
    [`${COOKIE_PREFIX}.${STEP_COOKIE}`, visit.step],
    [`${COOKIE_PREFIX}.${CHALLENGE_COOKIE}`, visit.challenge],
  ].flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  if (cookies.length > 0) headers.set('cookie', cookies.join('; '))
  return headers
}

/** The signed session token from the cookie that better-auth set; null when it has set none. */
export function sessionKeyIn(headers: Headers): string | null {
  return cookieIn(headers, SESSION_COOKIE)
}

/** The signed key of a sign-in that waits for its code. */
export function stepKeyIn(headers: Headers): string | null {
  return cookieIn(headers, `${COOKIE_PREFIX}.${STEP_COOKIE}`)
}

/** The signed key of a passkey challenge. */
export function challengeIn(headers: Headers): string | null {
  return cookieIn(headers, `${COOKIE_PREFIX}.${CHALLENGE_COOKIE}`)
}

function cookieIn(headers: Headers, name: string): string | null {
  for (const cookie of headers.getSetCookie()) {
    const [pair = ''] = cookie.split(';')
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals) === name) return pair.slice(equals + 1) || null
  }
  return null
}

/**
 * A plug-in that opens sessions for members whose password was checked outside better-auth. Only this server can call
 * it: an endpoint without a path has no address.
 */
const staffSessions = {
  id: 'staff-sessions',
  endpoints: {
    openStaffSession: createAuthEndpoint(
      { method: 'POST', body: v.object({ memberId: v.string() }), metadata: { SERVER_ONLY: true } },
      async (context) => {
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(context.body.memberId)
        if (user === null) throw new APIError('NOT_FOUND')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(context, { session, user })
        return null
      },
    ),
    /** Does what the two-step plug-in does after a correct password: the sign-in waits for a code, with five tries. */
    openStaffStep: createAuthEndpoint(
      { method: 'POST', body: v.object({ memberId: v.string() }), metadata: { SERVER_ONLY: true } },
      async (context) => {
        const { internalAdapter, secret, createAuthCookie } = context.context
        const identifier = `2fa-${randomBytes(24).toString('base64url')}`
        const expiresAt = new Date(Date.now() + STEP_SECONDS * 1_000)
        await internalAdapter.createVerificationValue({ value: context.body.memberId, identifier, expiresAt })
        await internalAdapter.createVerificationValue({
          value: '0',
          identifier: `2fa-attempts-${identifier}`,
          expiresAt,
        })
        const cookie = createAuthCookie(STEP_COOKIE, { maxAge: STEP_SECONDS })
        await context.setSignedCookie(cookie.name, identifier, secret, cookie.attributes)
        return null
      },
    ),
    /** The member whose sign-in waits. `isUsed` ends the wait: of two concurrent calls one gets the member. */
    findStaffStep: createAuthEndpoint(
      { method: 'POST', body: v.object({ isUsed: v.boolean() }), metadata: { SERVER_ONLY: true } },
      async (context) => {
        const { internalAdapter, secret, createAuthCookie } = context.context
        const identifier = await context.getSignedCookie(createAuthCookie(STEP_COOKIE).name, secret)
        if (!identifier) return { memberId: null }
        const found = context.body.isUsed
          ? await internalAdapter.consumeVerificationValue(identifier)
          : await internalAdapter.findVerificationValue(identifier)
        return { memberId: found !== null && found.expiresAt.getTime() > Date.now() ? found.value : null }
      },
    ),
  },
} satisfies BetterAuthPlugin

/** The shop keeps recovery codes as hashes (two-step/two-step-rows.ts): the plug-in's own could be read again. */
const twoStep = twoFactor({
  issuer: 'Redemption staff',
  // The shop limits codes itself, and says how long to wait (sql-staff-attempts.ts).
  accountLockout: { enabled: false },
  backupCodeOptions: {
    amount: 1,
    storeBackupCodes: { encrypt: async () => '[]', decrypt: async () => '[]' },
  },
  schema: {
    user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
    twoFactor: {
      modelName: 'staff_two_factors',
      fields: {
        userId: 'member_id',
        backupCodes: 'backup_codes',
        failedVerificationCount: 'failed_verification_count',
        lockedUntil: 'locked_until',
      },
    },
  },
})

// The adapter is set to SQLite on both engines: it then writes ISO times and 0/1, which both accept (002-identity.ts).
function makeAuth(database: ShopDatabase, site: PasskeySite | null, secret: string) {
  return betterAuth({
    baseURL: 'http://staff.invalid', // called only by this server, never by a browser
    secret,
    database: (options: BetterAuthOptions) =>
      hashingSessionTokens(kyselyAdapter(database.db, { type: 'sqlite', transaction: true })(options)),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: (password) => hashPassword(password),
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
      resetPasswordTokenExpiresIn: HOUR_S,
      async sendResetPassword({ token }) {
        const handover = tokenHandover.getStore()
        if (handover) handover.token = token
      },
    },
    user: {
      modelName: 'staff_members',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'staff_sessions',
      fields: {
        userId: 'member_id',
        expiresAt: 'expires_at',
        ipAddress: 'address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
      expiresIn: SESSION_SECONDS,
      updateAge: HOUR_S,
      freshAge: 0, // adding a passkey requires the password, however old the session is
    },
    account: {
      modelName: 'staff_accounts',
      fields: {
        userId: 'member_id',
        providerId: 'provider_id',
        accountId: 'account_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'staff_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    plugins: [staffSessions, twoStep, passkeys(site)],
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: false,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER], ipv6Subnet: 128 },
      database: { validateSchema: false },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

/**
 * Signs session cookies. Generated once and stored in the database, so that it is shared by all processes and survives
 * restarts.
 */
async function findSecret({ db }: ShopDatabase): Promise<string> {
  const name = 'staff-session-secret'
  await db
    .insertInto('settings')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('settings')
    .where('name', '=', name)
    .select('value')
    .executeTakeFirstOrThrow()
  return value
}
