import inbox from './inbox.module.css'

/** A notice that a filtered list could not be loaded, with a link that loads it as a page. */
export default function ListFailure({ failedAt }: { failedAt: string | null }) {
  return (
    <div role="alert" className={inbox.trouble}>
      {failedAt !== null && (
        <p className={inbox.failed}>
          The list could not be loaded.
          <a className={inbox.open} href={failedAt}>
            Try again
          </a>
        </p>
      )}
    </div>
  )
}
