import type { SizeChart } from '#domain/catalog/size-chart.ts'
import settings from '#web/admin/document/document.module.css'
import Button from '#web/ui/button.tsx'
import ChartPreview from './chart-preview.tsx'

interface Props {
  theirs: SizeChart
  onTake: () => void
  onKeep: () => void
}

/** Another member saved the chart first: that version, and the choice between both. */
export default function ChartConflict({ theirs, onTake, onKeep }: Props) {
  return (
    <div className={settings.conflict}>
      <p role="alert">
        <strong>Someone else changed this size chart.</strong> Your version is not saved yet, and is still in
        the form. Theirs is:
      </p>
      <ChartPreview chart={theirs} name="Their size chart" />
      <div className={settings.buttons}>
        <Button tone="plain" onClick={onTake}>
          Take theirs
        </Button>
        <Button onClick={onKeep}>Keep mine</Button>
      </div>
    </div>
  )
}
