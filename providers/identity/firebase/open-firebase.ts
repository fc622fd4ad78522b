import type { Connection, ConnectionReport } from '#providers/connection.ts'
import { FirebasePasswords } from './firebase-passwords.ts'
import { FirebaseRest } from './firebase-rest.ts'
import { FirebaseTokens } from './firebase-tokens.ts'
import { GoogleKeys } from './google-keys.ts'

/** The settings of one Firebase project. `emulator`: host and port, whose unsigned tokens are accepted. */
export interface FirebaseSettings {
  apiKey: string
  projectId: string
  emulator: string | null
  apiBase: string
  keysUrl: string
}

/** For tests: the clock in epoch milliseconds, and the timeout of a request to Firebase. */
export interface FirebaseOptions {
  now?: () => number
  timeoutMs?: number
}

/** The accounts of a Firebase project, and their connection. */
export function openFirebase(
  settings: FirebaseSettings,
  report: ConnectionReport,
  { now = () => Date.now(), timeoutMs = 8_000 }: FirebaseOptions = {},
): { passwords: FirebasePasswords; connection: Connection } {
  const { emulator } = settings
  const rest = new FirebaseRest(settings, report, timeoutMs)
  const keys = emulator === null ? new GoogleKeys(settings.keysUrl, { report, now, timeoutMs }) : null
  const tokens = new FirebaseTokens(settings.projectId, keys, { report, now })
  return {
    passwords: new FirebasePasswords(rest, tokens, { needsVerifiedEmail: emulator === null }),
    connection: {
      need: 'identity',
      supplier: 'Firebase',
      usedFor: 'staff sign-in and passwords',
      async test() {
        await rest.readProject()
        if (keys === null) return `The emulator at ${emulator} answers.`
        const known = await keys.refresh()
        return `Firebase accepts the API key, and Google gave ${known} keys to check sign-ins with.`
      },
    },
  }
}
