import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import styles from './search-words-page.module.css'
import WordGroups from './word-groups.tsx'
import type { InitialWords } from './use-search-words.ts'

export interface SearchWordsPageProps {
  frame: StaffFrameProps
  words: InitialWords
}

export default function SearchWordsPage({ frame, words }: SearchWordsPageProps) {
  return (
    <StaffFrame frame={frame} title="Search words" here="/admin/dashboard">
      <p className={styles.lead}>
        Customers don’t always use your words. When a search finds nothing, the shop tries the other words in
        the same group: with “hoodie, pullover”, a search for “pullover” finds your hoodies. Capital letters,
        hyphens and a plural “s” make no difference.
      </p>
      <div className={styles.page}>
        <WordGroups words={words} />
      </div>
    </StaffFrame>
  )
}
