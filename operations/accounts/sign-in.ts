import { addressInLanguage } from '#operations/address-in-language.ts'
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import {
  consumeSignIn,
  countTry,
  deleteSessions,
  findSessionEmail,
  findSignIn,
  insertSession,
  insertSignIn,
  type SignIn,
} from '#db/accounts/sign-ins.ts'
import { clearAttempts, takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import { transact, type Tx } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { accountEmail } from '#domain/accounts/account-email.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { mayMail } from '#operations/mail-allowance.ts'
import { sendMail } from '#operations/mail/send-mail.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import type { Shop } from '#operations/shop.ts'
import { wordsIn } from '#words/languages.ts'

/** How long the link and the digits of an email work, and how long a browser stays signed in. */
export const SIGN_IN_MS = 15 * 60_000
export const SESSION_MS = 30 * 24 * 60 * 60_000

/** How many emails one address gets for one browser, and for all of them. */
const MAILS: Throttle = { burst: 3, refillMs: 10 * 60_000 }
const MAILS_IN_ALL: Throttle = { burst: 12, refillMs: 60 * 60_000 }
/** How often the digits of one email may be entered, and those of an address: whoever guesses must not get far. */
export const MAX_TRIES = 5
const DIGITS: Throttle = { burst: 15, refillMs: 4 * 60 * 60_000 }
const TOKEN = /^([\w-]{1,64})\.([\w-]{1,64})$/

/**
 * Leaves an email with a link and six digits to the outbox. Whoever can read it may see what the shop has for that
 * address: nothing is looked up before, so that no answer, its time or the email tell what it has.
 */
export async function askToSignIn(
  shop: Shop,
  { email: typed, visitor: browser, language }: { email: string; visitor: string; language: string },
): Promise<void> {
  const now = shop.now()
  const id = randomUUID()
  const email = accountEmail(typed)
  const visitor = digestOf(shop, 'browser', browser)
  const asked = `sign-in ${digestOf(shop, 'asked', `${email} ${browser}`)}`
  await transact(shop.database, async (tx) => {
    const isSent =
      (await takeAttempt(tx, asked, MAILS, now)) === null &&
      (await mayMail(shop, tx, { what: 'sign-in', email, most: MAILS_IN_ALL }))
    // One that is not mailed has no digits to guess.
    const tries = isSent ? 0 : MAX_TRIES
    await insertSignIn(tx, { id, email, visitor, language, tries, createdAt: now })
    if (isSent) await enqueue(tx, [{ kind: 'sign-in', payload: { id }, dedupeKey: `sign-in:${id}` }], now)
  })
}

const taskSchema = v.object({ id: v.string() })

/** Mails the link and the digits, while they work. They are derived from the id, so that nothing stores them. */
export async function sendSignInMail(shop: Shop, payload: unknown): Promise<void> {
  const { id } = v.parse(taskSchema, payload)
  const signIn = await findSignIn(shop.database.db, { id })
  if (signIn === null || stateOf(shop, signIn) !== 'waiting') return
  const all = wordsIn(shop, signIn.language)
  const words = all['mails/sign-in']
  const { name } = await currentSetting(shop, SHOP_IDENTITY)
  const token = `${id}.${digestOf(shop, 'link', id)}`
  await sendMail(shop, {
    id: `sign-in-${id}`,
    kind: 'sign-in',
    to: { name: '', address: signIn.email },
    subject: words.subject(name),
    body: {
      heading: words.heading,
      paragraphs: [words.next, words.terms, words.notYou],
      facts: [[words.digits, digitsOf(shop, id)]],
      link: {
        label: words.open,
        address: addressInLanguage(shop, signIn.language, `/account/link?${new URLSearchParams({ token })}`),
      },
    },
    words: all,
  })
}

type SignInState = 'waiting' | 'used' | 'expired'

/** What a link would do. `isOwnBrowser`: it was asked for here; another browser is asked for the address as well. */
export async function findSignInLink(
  shop: Shop,
  { token, visitor }: { token: string; visitor: string | null },
): Promise<{ kind: SignInState; signIn: SignIn; isOwnBrowser: boolean } | { kind: 'unknown' }> {
  const [, id = '', key = ''] = TOKEN.exec(token) ?? []
  if (!shop.signedLinks.opens(key, 'sign-in', `link ${id}`)) return { kind: 'unknown' }
  const signIn = await findSignIn(shop.database.db, { id })
  if (signIn === null) return { kind: 'unknown' }
  const isOwnBrowser = visitor !== null && signIn.visitor === digestOf(shop, 'browser', visitor)
  return { kind: stateOf(shop, signIn), signIn, isOwnBrowser }
}

/** The address that this browser last asked to sign in with, while its email works. */
export async function findAskedEmail(shop: Shop, visitor: string | null): Promise<string | null> {
  if (visitor === null) return null
  const signIn = await findSignIn(shop.database.db, { visitor: digestOf(shop, 'browser', visitor) })
  return signIn !== null && stateOf(shop, signIn) === 'waiting' ? signIn.email : null
}

/** The button behind the link: the key of a session, once; null: the page says why not. */
export async function signInByLink(
  shop: Shop,
  { token, visitor, email }: { token: string; visitor: string | null; email: string },
): Promise<string | null> {
  const found = await findSignInLink(shop, { token, visitor })
  if (found.kind !== 'waiting') return null
  if (!found.isOwnBrowser && accountEmail(email) !== found.signIn.email) return null
  return transact(shop.database, (tx) => startSession(shop, tx, found.signIn))
}

/**
 * The six digits, in the browser that asked: the key of a session. `wrong`: they may be entered again. `void`: not
 * these any more; the link of the email still works.
 */
export async function signInByDigits(
  shop: Shop,
  { digits, visitor }: { digits: string; visitor: string | null },
): Promise<{ kind: 'signed-in'; key: string } | { kind: 'wrong' | 'void' }> {
  if (visitor === null) return { kind: 'void' }
  return transact(shop.database, async (tx) => {
    const signIn = await findSignIn(tx, { visitor: digestOf(shop, 'browser', visitor) })
    if (signIn === null || stateOf(shop, signIn) !== 'waiting') return { kind: 'void' }
    const guessed = `sign-in-digits ${digestOf(shop, 'guessed', signIn.email)}`
    const isAllowed =
      (await countTry(tx, signIn.id, MAX_TRIES)) &&
      (await takeAttempt(tx, guessed, DIGITS, shop.now())) === null
    if (!isAllowed) return { kind: 'void' }
    if (digits.replaceAll(/\D/g, '') !== digitsOf(shop, signIn.id))
      return { kind: signIn.tries + 1 < MAX_TRIES ? 'wrong' : 'void' }
    await clearAttempts(tx, guessed)
    const key = await startSession(shop, tx, signIn)
    return key === null ? { kind: 'void' } : { kind: 'signed-in', key }
  })
}

async function startSession(shop: Shop, tx: Tx, { id, email }: SignIn): Promise<string | null> {
  const now = shop.now()
  if (!(await consumeSignIn(tx, id, now))) return null
  const key = `${randomUUID()}${randomUUID()}`.replaceAll('-', '')
  await insertSession(tx, { keyHash: digestOf(shop, 'session', key), email, endsAt: now + SESSION_MS })
  return key
}

/** The proven address of a browser; null: it is not signed in. */
export async function findCustomer(shop: Shop, key: string | null): Promise<string | null> {
  return key === null ? null : findSessionEmail(shop.database.db, digestOf(shop, 'session', key), shop.now())
}

/** Signs this browser out, or every browser of its address. */
export async function signOut(shop: Shop, key: string, where: 'here' | 'everywhere'): Promise<void> {
  const { db } = shop.database
  const email = where === 'everywhere' ? await findCustomer(shop, key) : null
  await deleteSessions(db, email === null ? { keyHash: digestOf(shop, 'session', key) } : { email })
}

function stateOf({ now }: Pick<Shop, 'now'>, signIn: SignIn & { usedAt: number | null }): SignInState {
  if (signIn.usedAt !== null) return 'used'
  return now() > signIn.createdAt + SIGN_IN_MS ? 'expired' : 'waiting'
}

function digestOf({ signedLinks }: Pick<Shop, 'signedLinks'>, what: string, subject: string): string {
  return signedLinks.keyFor('sign-in', `${what} ${subject}`)
}

/** Six digits that only the shop can tell from the id. */
function digitsOf(shop: Pick<Shop, 'signedLinks'>, id: string): string {
  const number = Buffer.from(digestOf(shop, 'digits', id), 'base64url').readUIntBE(0, 6)
  return String(number % 1_000_000).padStart(6, '0')
}
