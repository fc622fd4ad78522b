const SPACES = /[\s\u00a0\u202f'’]/g
const CURRENCY = /^(?:[A-Z]{0,3}\s?[$€£¥]|[A-Z]{3})|(?:[$€£¥]|[A-Z]{3})$/g

/**
 * A number as people and programs write it: `1,299.00`, `1.299,00`, `1 299,5`, `$ 50`. A single point or comma before
 * three digits separates thousands. Null when a text is empty, NaN when it is none.
 */
export function readNumber(text: string): number | null {
  const digits = text.trim().replaceAll(CURRENCY, '').replaceAll(SPACES, '')
  if (text.trim() === '') return null
  if (!/^-?\d[\d.,]*$|^-?[.,]\d+$/.test(digits)) return Number.NaN
  const marks = [...digits.matchAll(/[.,]/g)].map(({ 0: mark, index }) => ({ mark, index }))
  const last = marks.at(-1)
  if (last === undefined) return Number(digits)
  const isSingleKind = marks.every(({ mark }) => mark === last.mark)
  const isThousands =
    isSingleKind &&
    (marks.length > 1 || /^-?[1-9]\d{0,2}$/.test(digits.slice(0, last.index))) &&
    digits.length - last.index === 4
  const whole = (isThousands ? digits : digits.slice(0, last.index)).replaceAll(/[.,]/g, '')
  const rest = isThousands ? '' : digits.slice(last.index + 1)
  return Number(`${whole || '0'}.${rest || '0'}`)
}
