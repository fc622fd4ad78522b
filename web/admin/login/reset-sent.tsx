import Entrance from '#web/admin/entrance.tsx'
import type { FrameProps } from '#web/page.ts'
import Button from '#web/ui/button.tsx'

interface ResetSentProps {
  frame: FrameProps
  email: string
  onBack: () => void
}

export default function ResetSent({ frame, email, onBack }: ResetSentProps) {
  return (
    <Entrance frame={frame} title="Check Your Email" replaces>
      <p>
        Password reset instructions were sent to <strong>{email}</strong>.
      </p>
      <p>The link works once, and expires after an hour.</p>
      <Button onClick={onBack}>Back to login</Button>
    </Entrance>
  )
}
