import Notice from '#web/ui/notice.tsx'

/** Leads owners from their start screens to what is left to do, until nothing is or they put it away. */
export default function StartNotice({ left }: { left: number }) {
  if (left === 0) return null
  return (
    <Notice>
      <p>
        <strong>{left === 1 ? 'One step is' : `${left} steps are`} left before the shop is yours.</strong>{' '}
        <a href="/admin/start">What is left to do</a>
      </p>
    </Notice>
  )
}
