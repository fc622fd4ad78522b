import styles from '#web/admin/account/account-page.module.css'
import SecondFactorSections from '#web/admin/second-factor/second-factor-sections.tsx'
import { useSecondFactor } from '#web/admin/second-factor/use-second-factor.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { SecondFactorView } from '#web/views/staff/second-factor-view.ts'
import link from '#web/ui/button.module.css'
import setUp from './set-up-page.module.css'

export interface SetUpPageProps {
  frame: StaffFrameProps
  secondFactor: SecondFactorView
}

/** Where a member sets up the second factor that the role requires. */
export default function SetUpPage({ frame, secondFactor }: SetUpPageProps) {
  const factor = useSecondFactor(secondFactor, () => {})
  const { hasApp, passkeys, isRequired } = factor.state
  const isDone = hasApp || passkeys.length > 0
  return (
    <StaffFrame frame={frame} title="Second factor" here={null}>
      <div className={setUp.lead} role="status">
        {isDone ? (
          <p>
            Your account has a second factor.
            {factor.codes && ' Save the recovery codes below before you continue.'}
          </p>
        ) : (
          <p>
            {isRequired
              ? 'Your role needs a second factor as well as a password, so that no one can sign in as you with the password alone. Set up one of these two to continue.'
              : 'A second factor keeps others from signing in as you, even with your password.'}
          </p>
        )}
        {isDone && (
          <a className={link.button} href="/admin">
            Continue to the staff area
          </a>
        )}
      </div>
      <div className={styles.account}>
        <SecondFactorSections factor={factor} />
      </div>
    </StaffFrame>
  )
}
