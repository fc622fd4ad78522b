import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'

export interface NotPermittedPageProps {
  frame: StaffFrameProps
  role: string
}

/** Shown instead of a screen that the member's role does not allow. */
export default function NotPermittedPage({ frame, role }: NotPermittedPageProps) {
  return (
    <StaffFrame frame={frame} title="Not allowed" here={null}>
      <p>
        Your role ({role}) doesn’t have access to this page. An owner can change your role.{' '}
        <a href="/admin">Back to the staff area</a>
      </p>
    </StaffFrame>
  )
}
