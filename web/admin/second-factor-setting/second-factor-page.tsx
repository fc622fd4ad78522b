import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { SecondFactorRequirement } from '#domain/settings/second-factor.ts'
import type { SettingVersion } from '#domain/settings/setting.ts'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { ROLE_PLURALS } from '#domain/staff/role-words.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { fetchPageProps } from '#web/admin/list/fetch-page-props.ts'
import SettingButtons from '#web/admin/settings/setting-buttons.tsx'
import SettingConflict from '#web/admin/document/document-conflict.tsx'
import RestoreButton from '#web/admin/settings/restore-button.tsx'
import SettingHistory, { type HistoryEntry } from '#web/admin/document/document-history.tsx'
import settings from '#web/admin/document/document.module.css'
import { useSetting } from '#web/admin/settings/use-setting.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Notice from '#web/ui/notice.tsx'
import RoleRequirement from './role-requirement.tsx'
import styles from './second-factor-page.module.css'

interface Props {
  /** Whether each role needs one. */
  requirement: Readonly<Record<string, unknown>>
  /** Who has none yet. */
  without: readonly { email: string; role: Role }[]
}

export interface SecondFactorPageProps {
  frame: StaffFrameProps
  /** The service that keeps the accounts; null: the shop. */
  accountsAt: string | null
  saved: Requirement
  /** An older version to look at. */
  seen: Requirement | null
  /** Whether the owner has a second factor. */
  hasOwn: boolean
  /** The roles that someone active has. */
  staffed: Role[]
  /** Who has none yet. */
  without: { email: string; role: Role }[]
  /** Newest first. */
  history: HistoryEntry[]
  olderThan: number | null
  isOlderPage: boolean
  isAsAtStart: boolean
}

const ADDRESS = '/admin/settings/second-factor'
type Requirement = SettingVersion<SecondFactorRequirement>
const REQUIREMENT: Parameters<typeof useSetting>[3] = {
  save: (body) => call('PUT /api/staff/second-factor', { body: body as unknown as Requirement }),
  undo: (body) => call('POST /api/staff/second-factor/undo', { body }),
}

/** Who on the staff needs a second factor. */
export default function SecondFactorPage(props: SecondFactorPageProps) {
  const { accountsAt, seen, hasOwn, staffed, without } = props
  const [past, setPast] = useState(props)
  async function readAgain() {
    const reply = await fetchPageProps<SecondFactorPageProps>(ADDRESS, new AbortController().signal)
    if (reply.kind === 'done') setPast(reply.props)
  }
  const setting = useSetting(
    'second-factor',
    { version: props.saved.version, value: { ...props.saved.value } },
    () => void readAgain(),
    REQUIREMENT,
  )
  const { typed, theirs, busy, isChanged } = setting
  const heading = useRef<HTMLHeadingElement>(null)
  function discard() {
    flushSync(setting.discard)
    heading.current?.focus()
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy) await setting.save()
  }

  return (
    <StaffFrame frame={props.frame} title="Second factor" here="/admin/settings">
      <p className={styles.lead}>
        A second factor is a passkey or a code from an authenticator app. Anyone who needs one but has none
        can’t do anything in the staff area until they set one up. <a href="/admin/settings">All settings</a>
      </p>
      {accountsAt !== null ? (
        <p className={styles.lead}>
          Your staff sign in with accounts at {accountsAt}: require second factors there, not here.
        </p>
      ) : (
        <>
          {seen && (
            <Notice>
              Version {seen.version} required it of:{' '}
              {ROLES.filter((role) => seen.value[role])
                .map((role) => ROLE_PLURALS[role].toLowerCase())
                .join(', ') || 'no one'}
              .
            </Notice>
          )}
          {theirs && (
            <SettingConflict
              labels={ROLE_PLURALS}
              mine={typed}
              theirs={theirs.value}
              onTake={setting.takeTheirs}
              onKeep={setting.keepMine}
            />
          )}
          <form
            className={settings.section}
            aria-labelledby="required"
            aria-busy={busy}
            onSubmit={(event) => void submit(event)}
          >
            <div className={settings.head}>
              <h2 id="required" ref={heading} tabIndex={-1}>
                Required of
              </h2>
              {isChanged && <p className={settings.unsaved}>Not saved yet</p>}
            </div>
            <fieldset className={styles.roles} disabled={busy}>
              <legend className="visually-hidden">Roles that need a second factor</legend>
              {ROLES.map((role) => (
                <RoleRequirement
                  key={role}
                  role={role}
                  isRequired={typed[role] === true}
                  isLocked={role === 'owner' && !hasOwn && typed[role] !== true}
                  isStaffed={staffed.includes(role)}
                  without={without}
                  onChange={(isRequired) => setting.type(role, isRequired)}
                />
              ))}
            </fieldset>
            <SettingButtons setting={setting} onDiscard={discard} />
          </form>
          <section className={settings.section} aria-labelledby="preview">
            <h2 id="preview">Preview</h2>
            <RequirementPreview requirement={typed} without={without} />
          </section>
          <SettingHistory address={ADDRESS} page={past} newest={setting.version} hint={isChanged}>
            {(version) => (
              <RestoreButton version={version} disabled={busy || isChanged} onRestore={setting.restore} />
            )}
          </SettingHistory>
        </>
      )}
    </StaffFrame>
  )
}

/** Who would be asked to set up a second factor. */
function RequirementPreview({ requirement, without }: Props) {
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
