import { useWords } from '#web/ui/use-words.ts'

/** `2 / 3` on screen, a sentence for screen readers. */
export default function PictureCount({ shown, count }: { shown: number; count: number }) {
  const words = useWords('product')
  return (
    <p role="status">
      <span aria-hidden="true">{words.imageOfShort(shown + 1, count)}</span>
      <span className="visually-hidden">{words.imageOf(shown + 1, count)}</span>
    </p>
  )
}
