import { useState } from 'react'
import form from './form.module.css'
import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { call } from './call-staff-api.ts'

export default function LogoutButton() {
  const [leaving, setLeaving] = useState(false)

  async function logOut() {
    setLeaving(true)
    const answer = await call('POST /api/staff/sign-out')
    if (answer.kind === 'done') return window.location.assign('/admin')
    setLeaving(false)
    showToast('error', 'Failed to log out')
  }

  return (
    <Button tone="plain" className={form.small} disabled={leaving} onClick={() => void logOut()}>
      Logout
    </Button>
  )
}
