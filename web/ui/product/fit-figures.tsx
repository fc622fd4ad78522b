import { FITS, type FitFigures, type FitWords, type ProductFit } from '#domain/fit/fit.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './fit-figures.module.css'

/** What buyers say of how a product fits, in words and as a bar. */
export default function FitSummary({ verdict, percent, answers }: FitFigures) {
  const words = useWords('fit')
  return (
    <div className={styles.fit}>
      <div>
        <strong>{words.verdicts[verdict]}</strong>
        <span className={styles.said}>
          {words.summary(
            words.shares(percent.small, percent.true, percent.large),
            words.answerCount(answers),
          )}
        </span>
      </div>
      <Bar percent={percent} />
    </div>
  )
}

/** The same for the sizes of which enough buyers answered, beside the size chart. */
export function FitOfSizes({ all, sizes }: ProductFit) {
  const words = useWords('fit')
  return (
    <section className={styles.sizes} aria-labelledby="fit-of-sizes-heading">
      <h3 id="fit-of-sizes-heading">{sizes.length === 0 ? words.heading : words.bySize}</h3>
      {sizes.length === 0 && <FitSummary {...all} />}
      <dl>
        {sizes.map(({ size, figures }) => (
          <div key={size} className={styles.size}>
            <dt>{size}</dt>
            <dd>
              <FitSummary {...figures} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What is published of the words to the answers. */
export function FitWordList({
  list,
}: {
  list: readonly Pick<FitWords, 'id' | 'words' | 'name' | 'size' | 'fit'>[]
}) {
  const words = useWords('fit')
  if (list.length === 0) return null
  return (
    <section className={styles.list} aria-labelledby="fit-words">
      <h2 id="fit-words">{words.said}</h2>
      <ul>
        {list.map(({ id, words: said, name, size, fit }) => (
          <li key={id}>
            <p>{said}</p>
            <p className={styles.said}>{words.by(name, size, words.answers[fit])}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Bar({ percent }: Pick<FitFigures, 'percent'>) {
  const from = { small: 0, true: percent.small, large: percent.small + percent.true }
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      {FITS.map((fit) => (
        <rect key={fit} className={styles[fit]} x={from[fit]} width={percent[fit]} height="4" />
      ))}
    </svg>
  )
}
