import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { parseGiftCode } from '#domain/gift-cards/gift-code.ts'
import { MAX_CODES, normalizeCode } from '#domain/promotions/typed-code.ts'
import { findCookie } from './cookies.ts'

/** The codes of the cart, in a cookie, so that a link can add one (web/api/promotions/discount-link.ts). */
const COOKIE = 'codes'
const KEPT_SECONDS = 30 * 24 * 60 * 60

const listeners = new Set<() => void>()

/** Why the code that was entered last is not kept. */
let lost = ''

/** As one text, which is the same as long as the codes are. */
function stored(): string {
  return findCookie(document.cookie, COOKIE) ?? ''
}

/** The codes that were entered, or came by link. */
export function readCodes(): string[] {
  return codesIn(stored())
}

function codesIn(text: string): string[] {
  try {
    return decodeURIComponent(text).split(' ').filter(Boolean).slice(0, MAX_CODES)
  } catch {
    return []
  }
}

function write(codes: readonly string[]): void {
  const text = encodeURIComponent(codes.join(' '))
  const age = codes.length === 0 ? 0 : KEPT_SECONDS
  document.cookie = `${COOKIE}=${text}; path=/; max-age=${age}; samesite=lax`
  for (const listener of listeners) listener()
}

/** Adds a code as typed. False when there are too many. */
export function addCode(typed: string): boolean {
  const code = parseGiftCode(typed) ?? normalizeCode(typed)
  const codes = readCodes().filter((one) => one !== code)
  lost = ''
  if (codes.length >= MAX_CODES) return false
  write([...codes, code])
  return true
}

export function removeCode(code: string): void {
  write(readCodes().filter((one) => one !== code))
}

/** The codes belong to the cart, and end with it. */
export function forgetCodes(): void {
  write([])
}

/** The codes of this browser; none on the server. */
export function useCodes(): string[] {
  const text = useSyncExternalStore(subscribe, stored, () => '')
  return codesIn(text)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('pageshow', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('pageshow', listener)
  }
}

/** Drops the codes that do not exist, according to an answer of the server: what was typed can be corrected. */
export function dropUnknown(outcomes: readonly ShownCode[]): void {
  for (const { code, refusal } of outcomes) {
    if (refusal?.kind !== 'unknown') continue
    lost = refusal.message
    removeCode(code)
  }
}

/** Why the code that was entered last is not kept; empty: it is. */
export function useLostCode(): string {
  return useSyncExternalStore(
    subscribe,
    () => lost,
    () => '',
  )
}

/** What a code does to the cart, in the answer of the server: `off` in cents. */
export const codesSchema = v.optional(
  v.array(
    v.object({
      code: v.string(),
      name: v.nullable(v.string()),
      off: v.number(),
      refusal: v.nullable(v.object({ kind: v.string(), message: v.string() })),
    }),
  ),
  [],
)

/** What a code does to the cart. */
export type ShownCode = v.InferOutput<typeof codesSchema>[number]
