/** `2 / 3` on screen, a sentence for screen readers. */
export default function PictureCount({ shown, count }: { shown: number; count: number }) {
  return (
    <p role="status">
      <span aria-hidden="true">
        {shown + 1} / {count}
      </span>
      <span className="visually-hidden">
        Picture {shown + 1} of {count}
      </span>
    </p>
  )
}
