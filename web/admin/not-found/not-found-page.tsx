import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'

export interface NotFoundPageProps {
  frame: StaffFrameProps
}

/** Shown to staff at an address that no screen has. */
export default function NotFoundPage({ frame }: NotFoundPageProps) {
  return (
    <StaffFrame frame={frame} title="Page not found" here={null}>
      <p>
        There is no page at this address in the staff area. <a href="/admin">Back to the staff area</a>
      </p>
    </StaffFrame>
  )
}
