import styles from '#web/admin/account/account-page.module.css'
import type { QrCodeView } from '#web/views/staff/qr-code.ts'

interface Props {
  address: string
  secret: string
  qr: QrCodeView
}

/** The key for an authenticator app: to be scanned, opened or typed. */
export default function AppKey({ address, secret, qr }: Props) {
  return (
    <>
      <p>
        Scan this code with your authenticator app; on the phone itself, <a href={address}>open the app</a>.
        Then enter the code that the app shows.
      </p>
      <svg
        className={styles.qr}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code for an authenticator app"
      >
        <path d={qr.path} />
      </svg>
      <p>
        Or type this key there:{' '}
        <span className={styles.secret} translate="no">
          {inGroups(secret)}
        </span>
      </p>
    </>
  )
}

/** `abcd efgh …`, as it is typed. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
