import Notice from '#web/ui/notice.tsx'
import ConflictVersions from './conflict-versions.tsx'
import type { MirrorStatus } from './use-mirror-status.ts'

interface MirrorConflictProps {
  productId: string
  mirror: MirrorStatus
  onChoose: () => void
}

/** The conflict of a product with the source of products, on its form. */
export default function MirrorConflict({ productId, mirror, onChoose }: MirrorConflictProps) {
  const { status, busy, choose } = mirror
  const conflict = status?.conflicts.find((one) => one.productId === productId)
  if (!status || !conflict) return null
  return (
    <Notice>
      <ConflictVersions
        label={status.label}
        conflict={conflict}
        busy={busy}
        onChoose={(take) => {
          onChoose()
          choose(conflict, take)
        }}
      />
    </Notice>
  )
}
