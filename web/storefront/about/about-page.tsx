import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import Breadcrumb from '#web/ui/breadcrumb.tsx'
import ProseSection from '#web/ui/prose.tsx'
import prose from '#web/ui/prose.module.css'
import styles from './about-page.module.css'

export interface AboutPageProps {
  frame: FrameProps
}

const VALUES = [
  { name: 'Quality', text: 'Heavy cloth, clean seams, and a cut that keeps its shape.' },
  { name: 'Authenticity', text: 'We make what we would wear ourselves, and say what it is made of.' },
  { name: 'Innovation', text: 'We try new cuts and new cloth, and keep what works on the street.' },
]

/** Placeholders until the owner names the team (spec 2). */
const TEAM = ['Founder', 'Design', 'Community']

export default function AboutPage({ frame }: AboutPageProps) {
  return (
    <PageFrame {...frame}>
      <div className={`${prose.page} ${styles.opening}`}>
        <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: 'About' }]} />
        <h1 className={prose.heading}>Our Story</h1>
      </div>
      <p className={styles.line}>Redemption Wears Red.</p>
      <div className={prose.page}>
        <div className={styles.sections}>
          <ProseSection heading="The Beginning">
            <p>
              Redemption was founded in 2023 in Saskatoon, Saskatchewan, with one colour and one idea: clothes
              for people who start over and mean it.
            </p>
          </ProseSection>
          <ProseSection heading="Our Mission">
            <p>To make streetwear that carries a story, and holds up long enough to tell it.</p>
            <dl className={styles.values}>
              {VALUES.map(({ name, text }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </ProseSection>
        </div>
        <section aria-labelledby="team" className={styles.team}>
          <h2 id="team">Meet the Team</h2>
          <ul>
            {TEAM.map((role, index) => (
              <li key={role}>
                <span className={styles.portrait} aria-hidden="true">
                  {index + 1}
                </span>
                <h3>Team member</h3>
                <p>{role}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </PageFrame>
  )
}
