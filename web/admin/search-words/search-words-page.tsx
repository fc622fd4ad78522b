import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import styles from './search-words-page.module.css'
import WordGroups from './word-groups.tsx'
import type { FirstWords } from './use-search-words.ts'

export interface SearchWordsPageProps {
  frame: StaffFrameProps
  words: FirstWords
}

export default function SearchWordsPage({ frame, words }: SearchWordsPageProps) {
  return (
    <StaffFrame frame={frame} title="Search words" here="/admin/dashboard">
      <p className={styles.lead}>
        Shoppers use other words than you do. When a search finds nothing, the shop searches again for the
        other words of the group: with “hoodie, pullover”, a search for “pullover” finds your hoodies. Capital
        letters, hyphens and a plural s make no difference.
      </p>
      <WordGroups words={words} />
    </StaffFrame>
  )
}
