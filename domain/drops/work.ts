/** What entering costs while a drop is attacked: about a second of a phone. Several parts differ less in time. */
export const WORK = { parts: 16, bits: 14 } as const

/** The numbers that solve a task, in the order of its parts. */
const ANSWER = /^\d{1,9}(?:-\d{1,9}){15}$/

/** Whether these numbers, joined by hyphens, solve a task: its last part, after a full stop, is worked on. */
export function isSolved(task: string, answer: string): boolean {
  const text = workedOn(task)
  return ANSWER.test(answer) && answer.split('-').every((number, part) => solves(text, part, number))
}

/** Solves a task, and lets the page live meanwhile: `pause` is awaited every few milliseconds. */
export async function solve(task: string, pause: () => Promise<void>): Promise<string> {
  const text = workedOn(task)
  const numbers: number[] = []
  for (let part = 0; part < WORK.parts; part += 1) {
    let number = 0
    while (!solves(text, part, String(number))) {
      number += 1
      if (number % 8_192 === 0) await pause()
    }
    numbers.push(number)
  }
  return numbers.join('-')
}

/** The shop's signature, which is random to everybody else. */
function workedOn(task: string): string {
  return task.slice(task.lastIndexOf('.') + 1)
}

function solves(text: string, part: number, number: string): boolean {
  return firstWord(`${text}:${part}:${number}`) >>> (32 - WORK.bits) === 0
}

/** The first 32 bits of the binary fraction. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0
const PRIMES: number[] = []
for (let next = 2; PRIMES.length < 64; next += 1)
  if (PRIMES.every((prime) => next % prime !== 0)) PRIMES.push(next)
const FIRST = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const words = new Int32Array(64)

/**
 * The first four bytes of the SHA-256 (FIPS 180-4) of up to 55 ASCII characters. Web Crypto answers a promise for each
 * digest, which takes a phone ten times as long, but not a program that attacks.
 */
export function firstWord(text: string): number {
  words.fill(0, 0, 16)
  for (let at = 0; at < text.length; at += 1) words[at >> 2]! |= text.charCodeAt(at) << (24 - 8 * (at & 3))
  words[text.length >> 2]! |= 0x80 << (24 - 8 * (text.length & 3))
  words[15] = 8 * text.length
  for (let at = 16; at < 64; at += 1) {
    const [two, fifteen] = [words[at - 2]!, words[at - 15]!]
    const low = turn(fifteen, 7) ^ turn(fifteen, 18) ^ (fifteen >>> 3)
    const high = turn(two, 17) ^ turn(two, 19) ^ (two >>> 10)
    words[at] = words[at - 16]! + low + words[at - 7]! + high
  }
  let [a, b, c, d, e, f, g, h] = FIRST as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let at = 0; at < 64; at += 1) {
    const chosen = (e & f) ^ (~e & g)
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + chosen + CONSTANTS[at]! + words[at]!) | 0
    const most = (a & b) ^ (a & c) ^ (b & c)
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  return (FIRST[0]! + a) >>> 0
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
