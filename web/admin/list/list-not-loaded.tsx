import inbox from './inbox.module.css'

interface ListNotLoadedProps {
  /** What the list has: `messages`. */
  what: string
  href: string
}

/** Shown instead of a list that could not be read, with a link to try again. */
export default function ListNotLoaded({ what, href }: ListNotLoadedProps) {
  return (
    <div role="alert" className={inbox.failed}>
      <p>The {what} could not be loaded.</p>
      <a className={inbox.open} href={href}>
        Try again
      </a>
    </div>
  )
}
