import { useEffect, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import Button from '#web/ui/button.tsx'
import styles from './newsletter.module.css'

const LOOKS = { computer: 'Computer', phone: 'Phone', text: 'Plain text' } as const
type Look = keyof typeof LOOKS

/** A newsletter as it is saved, as its readers will see it. */
export default function Preview({ id, version }: { id: string; version: number }) {
  const [look, setLook] = useState<Look>('computer')
  const [text, setText] = useState<{ version: number; text: string } | null>(null)
  useEffect(() => {
    if (look !== 'text') return
    void call('GET /api/staff/newsletters/:id/preview', { params: { id } }).then((answer) =>
      setText({
        version,
        text: answer.kind === 'done' ? answer.value.text : 'The text could not be loaded.',
      }),
    )
  }, [id, version, look])
  return (
    <section className={styles.section} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p className={styles.quiet}>Of what is saved, with products and prices as they are now.</p>
      <div className={styles.row} role="group" aria-label="Preview as">
        {(Object.keys(LOOKS) as Look[]).map((one) => (
          <Button key={one} tone="plain" aria-pressed={look === one} onClick={() => setLook(one)}>
            {LOOKS[one]}
          </Button>
        ))}
      </div>
      {look === 'text' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <pre className={styles.text} tabIndex={0} aria-label="Plain text">
          {text?.text ?? ''}
        </pre>
      ) : (
        <iframe
          className={styles.frame}
          data-device={look}
          title={`The email on a ${LOOKS[look].toLowerCase()}`}
          sandbox=""
          src={`/api/staff/newsletters/${id}/preview.html?v=${version}`}
        />
      )}
    </section>
  )
}
