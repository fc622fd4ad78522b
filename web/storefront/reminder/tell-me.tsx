import { useId } from 'react'
import type { ReminderTopic } from '#domain/reminders/reminder.ts'
import Trap from '#web/storefront/trap.tsx'
import Button from '#web/ui/button.tsx'
import Select from '#web/ui/select.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './tell-me.module.css'

interface Props {
  kind: ReminderTopic['kind']
  /** The hidden fields of the form. */
  about: Readonly<Record<string, string>>
  /** The sizes to choose from. */
  sizes?: readonly string[]
  /** How the form went. */
  asked?: 'sent' | 'failed' | undefined
}

const NO_SIZES: readonly string[] = []

/** Tells a shopper of something, once. Works without a script, which a page of thousands does not have to load. */
export default function TellMe({ kind, about, sizes = NO_SIZES, asked }: Props) {
  const words = useWords('reminder')
  const id = useId()
  return (
    <form id="tell-me" method="post" action="/api/reminders" className={styles.form}>
      <h2 className={styles.heading}>{words.tellMe[kind]}</h2>
      {asked && <p role="status">{words.asked[asked]}</p>}
      {Object.entries(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {sizes.length > 1 && (
        <Select label={words.size} name="size" className={styles.size}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </Select>
      )}
      {sizes.length === 1 && <input type="hidden" name="size" value={sizes[0]} />}
      <label htmlFor={id} className="visually-hidden">
        {words.yourEmail}
      </label>
      <span className={styles.row}>
        <input
          id={id}
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder={words.emailPlaceholder}
          aria-describedby={`${id}-note`}
          className={styles.email}
        />
        <Button type="submit" tone="ink">
          {words.submit}
        </Button>
      </span>
      <Trap label={words.leaveEmpty} />
      <p id={`${id}-note`} className={styles.note}>
        {words.tellMeNext[kind]}
      </p>
    </form>
  )
}
