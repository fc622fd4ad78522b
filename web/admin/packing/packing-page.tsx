import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Bench from './bench.tsx'

export interface PackingPageProps {
  frame: StaffFrameProps
  /** The id of the batch that is packed; null: any order. */
  batch: string | null
}

/** The packing bench: slips and items are scanned, and orders fulfilled one by one. */
export default function PackingPage({ frame, batch }: PackingPageProps) {
  return (
    <StaffFrame frame={frame} title="Packing" here="/admin/packing">
      <Bench batch={batch} />
    </StaffFrame>
  )
}
