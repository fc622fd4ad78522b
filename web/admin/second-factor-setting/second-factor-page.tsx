import type { SecondFactorRequirement } from '#domain/settings/second-factor.ts'
import { ROLES, type Role } from '#domain/staff/permissions.ts'
import { ROLE_PLURALS } from '#domain/staff/role-words.ts'
import { call } from '#web/admin/call-staff-api.ts'
import settings from '#web/admin/document/document.module.css'
import { SettingConflict } from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import DocumentHistory, { usePageProps, type VersionsProps } from '#web/admin/document/document-history.tsx'
import { useSetting, type SettingActions } from '#web/admin/settings/use-setting.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Notice from '#web/ui/notice.tsx'
import RoleRequirement from './role-requirement.tsx'
import styles from './second-factor-page.module.css'

interface Props {
  /** Whether each role needs one. */
  requirement: SecondFactorRequirement
  /** Who has none yet. */
  without: readonly { email: string; role: Role }[]
}

export interface SecondFactorPageProps extends VersionsProps<SecondFactorRequirement> {
  frame: StaffFrameProps
  /** The service that keeps the accounts; null: the shop. */
  accountsAt: string | null
  /** Whether the owner has a second factor. */
  hasOwn: boolean
  /** The roles that someone active has. */
  staffed: Role[]
  /** Who has none yet. */
  without: { email: string; role: Role }[]
}

const ADDRESS = '/admin/settings/second-factor'
const ACTIONS: SettingActions<SecondFactorRequirement> = {
  save: (value, version) => call('PUT /api/staff/second-factor', { body: { value, version } }),
  undo: (body) => call('POST /api/staff/second-factor/undo', { body }),
}

/** Who on the staff needs a second factor. */
export default function SecondFactorPage(props: SecondFactorPageProps) {
  const { accountsAt, saved, old, hasOwn, staffed, without } = props
  const [past, readAgain] = usePageProps(ADDRESS, props)
  const setting = useSetting(saved, readAgain, ACTIONS)
  const { draft: typed, conflict } = setting

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
          {old && (
            <Notice>
              Version {old.version} required it of:{' '}
              {ROLES.filter((role) => old.value[role])
                .map((role) => ROLE_PLURALS[role].toLowerCase())
                .join(', ') || 'no one'}
              .
            </Notice>
          )}
          <DocumentForm
            document={setting}
            title="Required of"
            legend="Roles that need a second factor"
            conflict={
              conflict && (
                <SettingConflict
                  document={setting}
                  labels={ROLE_PLURALS}
                  mine={typed}
                  theirs={conflict.theirs.value}
                />
              )
            }
          >
            {ROLES.map((role) => (
              <RoleRequirement
                key={role}
                role={role}
                isRequired={typed[role]}
                isLocked={role === 'owner' && !hasOwn && !typed[role]}
                isStaffed={staffed.includes(role)}
                without={without}
                onChange={(isRequired) => setting.type(role, isRequired)}
              />
            ))}
          </DocumentForm>
          <section className={settings.section} aria-labelledby="preview">
            <h2 id="preview">Preview</h2>
            <RequirementPreview requirement={typed} without={without} />
          </section>
          <DocumentHistory address={ADDRESS} page={past} document={setting} />
        </>
      )}
    </StaffFrame>
  )
}

/** Who would be asked to set up a second factor. */
function RequirementPreview({ requirement, without }: Props) {
  const asked = without.filter(({ role }) => requirement[role])
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
