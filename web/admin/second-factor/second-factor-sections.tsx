import styles from '#web/admin/account/account-page.module.css'
import AppSection from './app-section.tsx'
import PasskeySection from './passkey-section.tsx'
import RecoverySection from './recovery-section.tsx'
import type { SecondFactor } from './use-second-factor.ts'

/** The passkeys of the member, the authenticator app and the recovery codes. */
export default function SecondFactorSections({ factor }: { factor: SecondFactor }) {
  const { accountsAt, hasApp, passkeys } = factor.state
  if (accountsAt !== null) {
    return (
      <section className={styles.section} aria-labelledby="two-step">
        <h2 id="two-step">Passkeys and two-step verification</h2>
        <p>Your account is at {accountsAt}: its second step and its passkeys are set up there, not here.</p>
      </section>
    )
  }
  return (
    <>
      <PasskeySection factor={factor} />
      <AppSection factor={factor} />
      {(hasApp || passkeys.length > 0) && <RecoverySection factor={factor} />}
    </>
  )
}
