import Entrance from '#web/admin/entrance.tsx'
import Button from '#web/ui/button.tsx'

export default function ResetSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <Entrance title="Check Your Email" replaces>
      <p>
        Password reset instructions were sent to <strong>{email}</strong>.
      </p>
      <p>The link in it works once, within the hour.</p>
      <Button onClick={onBack}>Back to login</Button>
    </Entrance>
  )
}
