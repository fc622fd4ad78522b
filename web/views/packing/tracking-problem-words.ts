import type { PreviewedRow } from '#operations/packing/preview-tracking.ts'
import { PACKING_OBSTACLE_WORDS } from '#domain/packing/packing-obstacle.ts'
import { LARGEST_BATCH, LONGEST_TRACKING } from '#domain/packing/parse-tracking.ts'

type Problem = Exclude<PreviewedRow['problem'], null | 'sent'>

/** What is wrong with a row of tracking numbers, as display text. */
export function trackingProblemWords(problem: Problem): string {
  switch (problem) {
    case 'no-order':
      return 'No order number in this row'
    case 'no-tracking':
      return 'No tracking number'
    case 'too-long':
      return `Longer than ${LONGEST_TRACKING} characters`
    case 'shortened':
      return 'The spreadsheet shortened this number. Format the column as text and copy it again'
    case 'doubled-order':
      return 'This order is in an earlier row too'
    case 'doubled-tracking':
      return 'Another row has the same tracking number'
    case 'too-many':
      return `More than ${LARGEST_BATCH} rows. Import the rest afterwards`
    default:
      return PACKING_OBSTACLE_WORDS[problem]
  }
}
