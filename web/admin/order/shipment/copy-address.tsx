import Button from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** The name and the address as lines of text, for a label or the form of a carrier. */
export default function CopyAddress({ lines }: { lines: readonly string[] }) {
  async function copy() {
    try {
      // Browsers have a clipboard for pages on https and localhost only.
      await navigator.clipboard.writeText(lines.join('\n'))
      showToast('success', 'Address copied.')
    } catch {
      showToast('error', 'Your browser did not allow copying. Select the address instead.', 5_000)
    }
  }

  return (
    <div>
      <Button tone="plain" onClick={() => void copy()}>
        Copy address
      </Button>
    </div>
  )
}
