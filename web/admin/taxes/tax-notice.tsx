import Notice from '#web/ui/notice.tsx'

/** Tells owners on their start screens that the shop still charges 2 %, until they choose what it charges. */
export default function TaxNotice({ isShown }: { isShown: boolean }) {
  if (!isShown) return null
  return (
    <Notice>
      <p>
        <strong>The shop charges 2% tax, which is not a Canadian rate.</strong> That is only a starting value.{' '}
        <a href="/admin/settings/tax">Choose your taxes</a>
      </p>
    </Notice>
  )
}
