import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** The response of the browser to passkey options, or why there is none. Without `words`, it was cancelled. */
export type BrowserAnswer<Response> =
  | { kind: 'answered'; response: Response }
  | { kind: 'failed'; words: string }

const NO_PASSKEYS = 'This browser doesn’t support passkeys. Try another browser or a newer version.'
const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'That was cancelled or took too long. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys work only at the public address of the shop. Open the staff area there.',
  NotSupportedError: NO_PASSKEYS,
  AbortError: '',
}

/** Where this browser notes that a passkey of the staff was used here. */
const USED_HERE = 'staff-passkey'

/** The code that talks to the browser is loaded when it is needed. */
const load = () => import('@simplewebauthn/browser')

/** Has the browser make a passkey. */
export function makePasskey(options: object): Promise<BrowserAnswer<RegistrationResponseJSON>> {
  return ask(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  )
}

/** Has the browser use a passkey. `isOffered`: among the suggestions of a field, until the member chooses one. */
export function takePasskey(
  options: object,
  { isOffered = false } = {},
): Promise<BrowserAnswer<AuthenticationResponseJSON>> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON
  return ask(({ startAuthentication }) => startAuthentication({ optionsJSON, useBrowserAutofill: isOffered }))
}

async function ask<Response>(
  question: (browser: Awaited<ReturnType<typeof load>>) => Promise<Response>,
): Promise<BrowserAnswer<Response>> {
  try {
    const browser = await load()
    if (!browser.browserSupportsWebAuthn()) return { kind: 'failed', words: NO_PASSKEYS }
    return { kind: 'answered', response: await question(browser) }
  } catch (error) {
    const { name } = error as Error
    return { kind: 'failed', words: WORDS[name] ?? 'That did not work. Please try again.' }
  }
}

/** Notes that this browser has used a passkey, so that the sign-in page offers it automatically. */
export function rememberPasskeyUse(): void {
  try {
    localStorage.setItem(USED_HERE, '1')
  } catch {
    // The button works without it.
  }
}

/** Whether the sign-in page can offer a passkey among the suggestions of its field. */
export async function canOffer(): Promise<boolean> {
  try {
    if (localStorage.getItem(USED_HERE) === null) return false
    return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
  } catch {
    return false
  }
}
