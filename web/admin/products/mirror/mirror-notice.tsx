import type { ProblemView } from '#web/views/catalog/mirror-status.ts'
import Notice from '#web/ui/notice.tsx'
import ConflictVersions from './conflict-versions.tsx'
import type { MirrorStatus } from './use-mirror-status.ts'

interface MirrorNoticeProps {
  mirror: MirrorStatus
  mayWrite: boolean
}

/** Failures, problems and conflicts of the source of products. Nothing when there are none. */
export default function MirrorNotice({ mirror: { status, busy, choose }, mayWrite }: MirrorNoticeProps) {
  if (status === null) return null
  const { label, failure, conflicts, problems } = status
  return (
    <>
      <div role="status">
        {failure && (
          <Notice>
            <p>
              <strong>{failure.words}</strong>
            </p>
            <p>
              Failing since {failure.since}. In the meantime, the shop sells from its own copy of the
              products.
            </p>
          </Notice>
        )}
        {problems.length > 0 && <Problems label={label} problems={problems} />}
      </div>
      {conflicts.map((conflict) => (
        <Notice key={conflict.productId}>
          <ConflictVersions
            label={label}
            conflict={conflict}
            {...(mayWrite && { busy, onChoose: (take) => choose(conflict, take) })}
          />
        </Notice>
      ))}
    </>
  )
}

function Problems({ label, problems }: { label: string; problems: ProblemView[] }) {
  const count = problems.length === 1 ? 'One product differs' : `${problems.length} products differ`
  return (
    <Notice>
      <p>
        {count} between {label} and the shop:
      </p>
      <ul>
        {problems.map(({ name, reasons }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- names may be the same, and the list is replaced whole
          <li key={index}>
            <strong>{name}</strong>: {reasons.join(' ')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
