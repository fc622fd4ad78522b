import { use } from 'react'
import type { FontPair } from '#domain/settings/brand/font-pairs.ts'
import { BrandLook } from './brand-look.ts'
import { useWords } from './use-words.ts'
import { useShopName } from './shop-name.ts'
import styles from './wordmark.module.css'

/** The usual width of a letter in each display face, in its size. */
const LETTERS: Readonly<Record<FontPair, number>> = {
  archivo: 0.735,
  inter: 0.5,
  bricolage: 0.53,
  unbounded: 0.66,
  oswald: 0.48,
  syne: 0.85,
  space: 0.51,
  bodoni: 0.51,
  fraunces: 0.52,
}
const SIZE = 136
const LINE = 140
const LEAST_WIDTH = 900
/** A longer name stands on two lines, so that it can be read in the bar. */
const MAX_LINE_LENGTH = 14

/**
 * The wordmark that owners have uploaded, or the name of the shop: the one that it starts with is drawn, any other is
 * set in the display face.
 */
export default function Wordmark({ className }: { className?: string | undefined }) {
  const words = useWords('frame')
  const name = useShopName()
  const { hasMark, fonts } = use(BrandLook)
  if (hasMark) return <span role="img" aria-label={name} className={`${styles.own} ${className ?? ''}`} />
  if (name !== words.brand) {
    const lines = linesOf(name)
    const longest = Math.max(...lines.map((line) => line.length))
    const width = Math.round(Math.max(LEAST_WIDTH, longest * LETTERS[fonts] * SIZE))
    return (
      <svg
        className={`${styles.set} ${className ?? ''}`}
        viewBox={`0 0 ${width} ${LINE * lines.length}`}
        role="img"
        aria-label={name}
      >
        {lines.map((line, at) => (
          <text
            key={line}
            className={styles.name}
            y={118 + at * LINE}
            textLength={line.length === longest && width > LEAST_WIDTH ? width : undefined}
            lengthAdjust="spacingAndGlyphs"
          >
            {line}
          </text>
        ))}
      </svg>
    )
  }
  return (
    <svg className={className} viewBox="0 0 1291 140" role="img" aria-label={words.brand}>
      <g transform="translate(-20.00 10.48) scale(1.4286 1.1905)">
        <path
          fill="currentColor"
          d="M14 8H33V92H14ZM37 8H60A26 26 0 0 1 60 60H37V43H60A9 9 0 0 0 60 25H37Z"
        />
        <path className={styles.red} d="M41 64H63L88 92H66Z" />
      </g>
      <path
        fill="currentColor"
        d="M125.1 120v-100.3h104.4v22h-74.7v16.9h65.4v21.3h-65.4v18.1h75.8v22zM254.4 120v-100.3h56q18.5 0 31.9 5.8q13.4 5.9 20.6 17.1q7.1 11.2 7.1 27.2q0 16.2-7.1 27.4q-7.2 11.1-20.6 17q-13.4 5.8-31.9 5.8zM284 98h24.6q7 0 12.6-1.8q5.7-1.9 9.7-5.2q4.1-3.4 6.4-8.3q2.2-5 2.2-11.2v-3.4q0-6.3-2.2-11.1q-2.3-4.9-6.4-8.3q-4-3.3-9.7-5.2q-5.6-1.8-12.6-1.8h-24.6zM393.9 120v-100.3h104.4v22h-74.7v16.9h65.4v21.3h-65.4v18.1h75.8v22zM523.2 120v-100.3h46.4l17.2 43.6q1.1 2.6 2.5 6.7q1.4 4.1 2.8 8.4q1.4 4.3 2.5 7.6h1.1q.8-3 2.2-7.1q1.4-4.1 2.9-8.2q1.6-4.2 2.7-7.4l17.2-43.6h45.1v100.3h-29.6v-51.7q0-3.1 .1-6.9q0-3.8 .2-7.4q.1-3.7 .1-6.3h-1.1q-.9 2.8-2.2 6.6q-1.3 3.8-2.6 7.5q-1.2 3.7-2.4 6.5l-21 51.7h-27.1l-21.1-51.7q-1.5-3.8-2.9-7.8q-1.4-3.9-2.5-7.3q-1-3.5-1.8-5.5h-1.1q.1 2 .2 5.4q.1 3.3 .1 7.3q.1 3.9 .1 7.9v51.7zM694.1 120v-100.3h77.2q9.9 0 17.3 4.4q7.4 4.3 11.5 12q4.2 7.7 4.2 17.7q0 10.1-4.3 17.9q-4.2 7.8-11.6 12.1q-7.5 4.3-17.4 4.3h-47.4v31.9zM723.7 66.1h39.2q6.5 0 10-3.2q3.4-3.1 3.4-8.9q0-4-1.6-6.7q-1.6-2.7-4.6-4.1q-2.9-1.5-7.2-1.5h-39.2zM857.6 120v-76.4h-43.4v-23.9h116.6v23.9h-43.4v76.4zM950.2 120v-100.3h29.6v100.3zM1069.4 121.8q-20.1 0-34.9-6.2q-14.8-6.2-22.8-17.8q-8-11.6-8-27.9q0-16.4 8-28q8-11.5 22.8-17.7q14.8-6.2 34.9-6.2q20.4 0 35.2 6.1q14.7 6.3 22.7 17.8q8 11.6 8 27.9q0 16.4-8 28q-8 11.6-22.7 17.8q-14.8 6.2-35.2 6.2zM1069.4 99.7q7.9 0 14.4-1.9q6.5-1.8 11.1-5.5q4.7-3.6 7.3-9q2.5-5.3 2.5-11.8v-3.5q0-6.5-2.5-11.7q-2.6-5.2-7.3-8.9q-4.6-3.6-11.1-5.5q-6.5-1.9-14.4-1.9q-7.8 0-14.3 1.9q-6.4 1.9-11.1 5.5q-4.7 3.6-7.2 8.9q-2.5 5.3-2.5 11.7v3.5q0 6.5 2.5 11.8q2.5 5.4 7.2 9q4.7 3.7 11.1 5.5q6.5 1.9 14.3 1.9zM1159.2 120v-100.3h26.6l51.9 46.8q1.3 1.2 3.4 3.2q2.1 2 4.4 4.2q2.2 2.2 3.8 4.1h1.3q0-2.6 0-6.5q-.1-4-.1-7v-44.8h28v100.3h-26.1l-50.7-45.8q-3.5-3-7.3-6.8q-3.8-3.8-6.2-6h-1.1q0 1.9 0 6.1q.1 4.3 .1 9.1v43.4z"
      />
    </svg>
  )
}

/** A long name on two lines of about the same length, where it has a space. */
function linesOf(name: string): string[] {
  if (name.length <= MAX_LINE_LENGTH) return [name]
  const spaces = Array.from(name.matchAll(/ /g), ({ index }) => index)
  const [space] = spaces.toSorted((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))
  return space === undefined ? [name] : [name.slice(0, space), name.slice(space + 1)]
}
