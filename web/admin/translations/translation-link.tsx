import { useEffect, useState } from 'react'
import type { TextState } from '#domain/translations/translation.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { lackWords, textsAddress, translationsAddress } from './translation-address.ts'
import styles from './translations.module.css'

const LANGUAGE = 'fr'

/** What of a thing is missing in French, and where it is translated; nothing while shoppers cannot choose French. */
export default function TranslationLink({ subject }: { subject: string }) {
  const [counts, setCounts] = useState<Record<TextState, number> | null>(null)
  useEffect(() => {
    let isOver = false
    void call('GET /api/staff/translations/:language/:subject', {
      params: { language: LANGUAGE, subject },
    }).then((answer) => {
      if (!isOver && answer.kind === 'done' && answer.value.isSpoken) setCounts(answer.value.counts)
    })
    return () => {
      isOver = true
    }
  }, [subject])
  if (counts === null || counts.missing + counts.changed + counts.done === 0) return null
  return (
    <p className={styles.link}>
      <a href={textsAddress(LANGUAGE, subject)}>In French</a>: {lackWords(counts) || 'all done'}
    </p>
  )
}

/** On the screen of the languages: how much of what owners wrote is in French. */
export function TranslationSummary() {
  const [counts, setCounts] = useState<Record<TextState, number> | null>(null)
  useEffect(() => {
    let isOver = false
    void call('GET /api/staff/translations/:language', { params: { language: LANGUAGE } }).then((answer) => {
      if (isOver || answer.kind !== 'done') return
      const sum = (state: TextState) => answer.value.subjects.reduce((all, one) => all + one.counts[state], 0)
      setCounts({ missing: sum('missing'), changed: sum('changed'), done: sum('done') })
    })
    return () => {
      isOver = true
    }
  }, [])
  if (counts === null) return null
  return (
    <p className={styles.link} role="status">
      {summaryWords(counts)} <a href={translationsAddress(LANGUAGE)}>Your texts in French</a>
    </p>
  )
}

function summaryWords({ missing, changed, done }: Record<TextState, number>): string {
  const all = missing + changed + done
  if (all === 0) return 'You haven’t written anything of your own yet.'
  if (missing + changed === 0) return 'Everything that you wrote is in French.'
  if (missing === all)
    return `Nothing that you wrote is in French yet: shoppers would read ${all === 1 ? 'one text' : `${all} texts`} in English on pages that are French otherwise.`
  return `Of the ${all} texts that you wrote: ${lackWords({ missing, changed })}. Shoppers read what is missing in English.`
}
