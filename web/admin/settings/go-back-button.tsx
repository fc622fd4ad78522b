import Button from '#web/ui/button.tsx'

interface Props {
  /** The version to restore; 0 is what the shop started with. */
  version: number
  /** Where to, in place of the version. */
  words?: string | undefined
  className?: string | undefined
  disabled: boolean
  onGoBack: (version: number) => Promise<void>
}

/** Restores a version of the history. */
export default function GoBackButton({ version, words, className, disabled, onGoBack }: Props) {
  return (
    <Button tone="plain" className={className} disabled={disabled} onClick={() => void onGoBack(version)}>
      Go back
      <span className="visually-hidden">
        {` ${words ?? (version === 0 ? 'to what the shop started with' : `to version ${version}`)}`}
      </span>
    </Button>
  )
}
