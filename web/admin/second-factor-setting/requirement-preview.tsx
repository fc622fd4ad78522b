import type { Role } from '#domain/staff/permissions.ts'

interface Props {
  /** Whether each role needs one. */
  requirement: Readonly<Record<string, unknown>>
  /** Who has none yet. */
  without: readonly { email: string; role: Role }[]
}

/** Who would be asked to set up a second factor. */
export default function RequirementPreview({ requirement, without }: Props) {
  const asked = without.filter(({ role }) => requirement[role] === true)
  if (asked.length === 0) return <p>No one has to set anything up: everyone can keep working.</p>
  return (
    <>
      <p>From their next click on, they’ll see only this page, until they set up a second factor:</p>
      <ul>
        {asked.map(({ email }) => (
          <li key={email}>{email}</li>
        ))}
      </ul>
    </>
  )
}
