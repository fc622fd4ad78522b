import type { BuiltInSessions, OpenedSession } from '#providers/identity/built-in-sessions.ts'
import type { SessionKey, Visit } from '#providers/identity/staff-identity.ts'
import type { NewPasskey } from './passkey-plugin.ts'
import type { PasskeyChallenge, PasskeyOptions, PasskeyResponse } from './staff-passkeys.ts'

type From = Pick<Visit, 'address' | 'userAgent'>

/** Makes the options by which the browser of a session registers a passkey that its member does not have yet. */
export async function startPasskeyRegistration(
  sessions: BuiltInSessions,
  key: SessionKey,
): Promise<PasskeyOptions> {
  const { auth, visitHeaders, challengeIn, CHALLENGE_SECONDS } = await sessions.load()
  const { headers, response } = await auth.api.generatePasskeyRegistrationOptions({
    headers: visitHeaders({ key }),
    returnHeaders: true,
  })
  return passkeyOptions(response, challengeIn(headers), CHALLENGE_SECONDS)
}

/** Makes the options by which a browser signs in with a passkey of any member. */
export async function startPasskeySignIn(sessions: BuiltInSessions): Promise<PasskeyOptions> {
  const { auth, challengeIn, CHALLENGE_SECONDS } = await sessions.load()
  const { headers, response } = await auth.api.generatePasskeyAuthenticationOptions({
    headers: new Headers(),
    returnHeaders: true,
  })
  // The plug-in only prefers user verification; `verified` in passkey-plugin.ts requires it.
  return passkeyOptions(
    { ...response, userVerification: 'required' },
    challengeIn(headers),
    CHALLENGE_SECONDS,
  )
}

/** Verifies the browser's answer and stores its new passkey through `store`; false when the answer is refused. */
export async function finishPasskeyRegistration(
  sessions: BuiltInSessions,
  key: SessionKey,
  { challenge, response, name }: { challenge: PasskeyChallenge; response: PasskeyResponse; name: string },
  store: (passkey: NewPasskey) => Promise<void>,
): Promise<boolean> {
  const { auth, storingPasskeys, visitHeaders } = await sessions.load()
  const headers = visitHeaders({ key, challenge })
  const { adapter } = await auth.$context
  const added = await inCeremony(sessions, { isDisabled: false }, () =>
    storingPasskeys(adapter, store, () =>
      auth.api.verifyPasskeyRegistration({ body: { response, name }, headers }),
    ),
  )
  return added !== 'refused'
}

/** Opens a session for a valid passkey. `isDisabled`: the member is disabled, and no session opens. */
export async function openPasskeySession(
  sessions: BuiltInSessions,
  { challenge, response }: { challenge: PasskeyChallenge; response: PasskeyResponse },
  { isDisabled, address, userAgent }: From & { isDisabled: boolean },
): Promise<OpenedSession | 'refused' | 'disabled'> {
  const { auth, visitHeaders, sessionKeyIn, SESSION_SECONDS } = await sessions.load()
  const headers = visitHeaders({ address, userAgent, challenge })
  const answer = await inCeremony(sessions, { isDisabled }, () =>
    auth.api.verifyPasskeyAuthentication({
      body: { response: response as never }, // checked by the plug-in, part by part
      headers,
      returnHeaders: true,
    }),
  )
  if (typeof answer === 'string') return answer
  const key = sessionKeyIn(answer.headers)
  if (key === null) throw new Error('better-auth has opened no session')
  return { key, livesFor: SESSION_SECONDS }
}

async function inCeremony<T>(
  sessions: BuiltInSessions,
  { isDisabled }: { isDisabled: boolean },
  check: () => Promise<T>,
): Promise<T | 'refused' | 'disabled'> {
  const { isAuthError, ceremonies } = await sessions.load()
  const ceremony = { isDisabled, isVerified: false }
  try {
    return await ceremonies.run(ceremony, check)
  } catch (error) {
    if (!isAuthError(error)) throw error
    // better-auth reports some wrong answers as server failures, and some failures as wrong answers.
    if (!ceremony.isVerified) return 'refused'
    if (isDisabled) return 'disabled'
    throw new Error('The passkey was right and could not be stored', { cause: error })
  }
}

function passkeyOptions(options: object, challenge: string | null, livesFor: number): PasskeyOptions {
  if (challenge === null) throw new Error('better-auth has asked no question')
  return { kind: 'started', options, challenge, livesFor }
}
