import type { PreviewedRow } from '#operations/packing/preview-tracking.ts'
import { PACKING_OBSTACLE_WORDS } from '#domain/packing/packing-obstacle.ts'
import { MAX_BATCH_SIZE, MAX_TRACKING_LENGTH } from '#domain/packing/parse-tracking.ts'

type Problem = Exclude<PreviewedRow['problem'], null | 'sent'>

/** What is wrong with a row of tracking numbers, as display text. */
export function trackingProblemWords(problem: Problem): string {
  switch (problem) {
    case 'no-order':
      return 'No order number in this row'
    case 'no-tracking':
      return 'No tracking number'
    case 'order-number':
      return 'An order number stands where the tracking number or carrier belongs'
    case 'too-long':
      return `Longer than ${MAX_TRACKING_LENGTH} characters`
    case 'shortened':
      return 'The spreadsheet shortened this number. Format the column as text and copy it again'
    case 'doubled-order':
      return 'This order is in an earlier row too'
    case 'doubled-tracking':
      return 'Another row has the same tracking number'
    case 'too-many':
      return `More than ${MAX_BATCH_SIZE} rows. Import the rest afterwards`
    default:
      return PACKING_OBSTACLE_WORDS[problem]
  }
}
