import AsServed from '#web/as-served.tsx'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'
import { inShopName } from '#domain/settings/in-shop-name.ts'
import { useShopName } from '#web/ui/shop-name.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './about-page.module.css'

export interface AboutPageProps {
  frame: FrameProps
}

export default function AboutPage({ frame }: AboutPageProps) {
  return (
    <PageFrame {...frame}>
      <AsServed as="div" id="story">
        {import.meta.env.SSR && <Story />}
      </AsServed>
    </PageFrame>
  )
}

function Story() {
  const frameWords = useWords('frame')
  const words = useWords('pages/about')
  const name = useShopName()
  return (
    <>
      <div className={`${prose.page} ${styles.opening}`}>
        <Breadcrumb trail={[{ label: frameWords.breadcrumbHome, href: '/' }, { label: words.breadcrumb }]} />
        <h1 className={prose.heading}>{words.heading}</h1>
      </div>
      <p className={styles.line}>{inShopName(words.line, name)}</p>
      <div className={prose.page}>
        <div className={styles.sections}>
          <ProseSection heading={words.beginning}>
            <p>{inShopName(words.beginningText, name)}</p>
          </ProseSection>
          <ProseSection heading={words.mission}>
            <p>{words.missionText}</p>
            <dl className={styles.values}>
              {words.values.map(({ name, text }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </ProseSection>
        </div>
        <section aria-labelledby="team" className={styles.team}>
          <h2 id="team">{words.team}</h2>
          <ul>
            {words.roles.map((role, index) => (
              <li key={role}>
                <span className={styles.portrait} aria-hidden="true">
                  {index + 1}
                </span>
                <h3>{words.teamMember}</h3>
                <p>{role}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
