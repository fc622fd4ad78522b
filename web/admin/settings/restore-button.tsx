import Button from '#web/ui/button.tsx'

interface Props {
  /** The version to restore; 0 is the default. */
  version: number
  /** What is restored, in place of the number. */
  words?: string | undefined
  className?: string | undefined
  disabled: boolean
  onRestore: (version: number) => Promise<void>
}

/** Restores a version of the history. */
export default function RestoreButton({ version, words, className, disabled, onRestore }: Props) {
  return (
    <Button tone="plain" className={className} disabled={disabled} onClick={() => void onRestore(version)}>
      Restore
      <span className="visually-hidden">
        {` ${words ?? (version === 0 ? 'the default' : `version ${version}`)}`}
      </span>
    </Button>
  )
}
