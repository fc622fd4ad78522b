import AsServed from '#web/as-served.tsx'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import PageBlocks, { type ShownBlock } from './page-blocks.tsx'
import prose from '#web/ui/prose.module.css'
import { useWords } from '#web/ui/use-words.ts'
import styles from './text-page.module.css'

export interface TextPageProps {
  frame: FrameProps
  served?: { name: string; heading: string; blocks: ShownBlock[] }
  /** What staff read above a page that not everyone sees. */
  preview?: string
}

/** The story of the shop (spec 2), and every other page of its own. */
export default function TextPage({ frame, served, preview }: TextPageProps) {
  return (
    <PageFrame {...frame}>
      {preview && (
        <p role="status" className={styles.preview}>
          {preview}
        </p>
      )}
      <AsServed as="div" id="story">
        {import.meta.env.SSR && served && <Blocks {...served} />}
      </AsServed>
    </PageFrame>
  )
}

function Blocks({ name, heading, blocks }: NonNullable<TextPageProps['served']>) {
  const words = useWords('frame')
  return (
    <>
      <div className={`${prose.page} ${styles.opening}`}>
        <Breadcrumb trail={[{ label: words.breadcrumbHome, href: '/' }, { label: name }]} />
        <h1 className={prose.heading}>{heading}</h1>
      </div>
      <PageBlocks blocks={blocks} />
    </>
  )
}
