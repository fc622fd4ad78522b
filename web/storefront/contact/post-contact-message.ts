import type { ContactMessage } from '#domain/inbox/contact-form.ts'

/** Whether the shop accepted the message. Never throws. */
export async function postContactMessage(message: ContactMessage & { leaveEmpty: string }): Promise<boolean> {
  try {
    const response = await fetch('/api/contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    return response.ok
  } catch {
    return false
  }
}
