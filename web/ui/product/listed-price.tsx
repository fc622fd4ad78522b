import { useWords } from '#web/ui/use-words.ts'

/** A price in a list, and the higher one before a reduction struck out. */
export default function ListedPrice({ price, before }: { price: string; before?: string | undefined }) {
  const words = useWords('frame')
  return (
    <>
      {price}
      {before && (
        <>
          <span className="visually-hidden">{words.was}</span> <s>{before}</s>
        </>
      )}
    </>
  )
}
