import styles from './room-page.module.css'

interface Props {
  summary: string
  text: string
  facts: readonly (readonly [label: string, value: string])[]
  steps?: readonly string[]
}

/** What anybody needs to check an order that a secret number decided. */
export default function Proof({ summary, text, facts, steps }: Props) {
  return (
    <details className={styles.proof}>
      <summary>{summary}</summary>
      <p>{text}</p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {steps && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </details>
  )
}
